# In place of caddy:2 where Docker Hub is not asked: Debian's Caddy, with that image's folders, its capability and its command.
FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends caddy libcap2-bin && rm -rf /var/lib/apt/lists/* \
    && setcap cap_net_bind_service=+ep /usr/bin/caddy && mkdir -p /config /data
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
EXPOSE 80 443
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
