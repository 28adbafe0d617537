# The portal in one image. `docker build -t eupnea .`; how to run several: compose.yaml and docs/operations.md.
# This Node only runs npm; the portal runs on the Node that package-lock.json pins, which needs libatomic.
FROM node:24-bookworm-slim AS base
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

# Only what an install needs, so that other changes don't repeat it.
FROM base AS packages
WORKDIR /portal
RUN npm install --global npm@11
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY db/package.json db/
COPY server/package.json server/
COPY web/package.json web/
COPY sensors/package.json sensors/
# Runs after the install and compiles the texts.
COPY tools/after-install.ts tools/
COPY texts/ texts/

FROM packages AS production
RUN npm ci --omit=dev

FROM packages AS build
RUN npm ci
COPY . .
RUN npm run build

FROM base
WORKDIR /portal
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled PATH=/portal/node_modules/.bin:$PATH
COPY --from=production /portal /portal
COPY . .
COPY --from=build /portal/web/dist web/dist
COPY --from=build /portal/texts/compiled texts/compiled
# PostgreSQL refuses to run as root, and the portal doesn't need root either.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 1883 8883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "server/check-health.ts"]
ENTRYPOINT ["node", "server/main.ts"]
