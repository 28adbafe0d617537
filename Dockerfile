# The portal in one image. `docker build -t eupnea .`; how to run several: compose.yaml and docs/operations.md.
# Node for npm only: what runs is the Node that package-lock.json pins, the same as everywhere. That one needs libatomic.
FROM node:24-bookworm-slim AS base
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM base AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY db/package.json db/
COPY server/package.json server/
COPY web/package.json web/
COPY sensors/package.json sensors/
# What runs after the installation: it compiles the texts.
COPY tools/after-install.ts tools/
COPY texts/ texts/
RUN npm install --global npm@11 && npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM base
WORKDIR /portal
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled PATH=/portal/node_modules/.bin:$PATH
COPY --from=build --chown=root:root /portal /portal
# PostgreSQL refuses root, and the portal needs none of root's rights.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 1883 8883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "server/check-health.ts"]
ENTRYPOINT ["node", "server/main.ts"]
