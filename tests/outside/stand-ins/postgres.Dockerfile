# In place of postgres:17 where Docker Hub is not asked: Debian's PostgreSQL 17, with that image's user, folders, variables and signals.
FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-17 && rm -rf /var/lib/apt/lists/* \
    && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql/data && install -d -o postgres -g postgres -m 3777 /var/run/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/17/bin PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["postgres-entrypoint.sh"]
CMD ["postgres"]
