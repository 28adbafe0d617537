# The portal in one image. `docker build -t eupnea .`; how to run several: compose.yaml and docs/operations.md.
# Node for npm only: what runs is the Node that package-lock.json pins, the same as everywhere.
FROM node:24-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY db/package.json db/
COPY server/package.json server/
COPY web/package.json web/
COPY sensors/package.json sensors/
RUN npm install --global npm@11 && npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /portal
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled PATH=/portal/node_modules/.bin:$PATH
COPY --from=build --chown=root:root /portal /portal
# PostgreSQL refuses root, and the portal needs none of root's rights.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 1883 8883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["npx", "--no", "node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["npx", "--no", "node", "server/main.ts"]
