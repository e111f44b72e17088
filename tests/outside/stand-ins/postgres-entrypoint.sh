#!/bin/bash
# At the first start: a cluster with $POSTGRES_USER, the password and $POSTGRES_DB. Then PostgreSQL, on all addresses.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*'
