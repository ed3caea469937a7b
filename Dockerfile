# syntax=docker/dockerfile:1

# Same major version as the npm package `node` in package.json, which the image omits.
FROM node:24-bookworm-slim AS base
WORKDIR /app

# Production dependencies. No install scripts are needed: the only useful one, of `node`, installs the runtime that the
# base image already has.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
COPY scripts/install ./scripts/install
RUN --mount=type=cache,target=/npm-cache npm ci --omit=dev --ignore-scripts --cache=/npm-cache \
 && rm -rf node_modules/node node_modules/.bin/node \
 && node scripts/install/remove-unused-files.ts

# Builds the pages and the service.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/npm-cache npm ci --ignore-scripts --cache=/npm-cache \
 && rm -rf node_modules/node node_modules/.bin/node
COPY . .
RUN npm run build --if-present && mkdir -p dist

FROM base
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    FRONTDESK_DATA_DIR=/var/lib/frontdesk
# The program files belong to root: the account that runs them can write only to its data folder.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/frontdesk
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The service runs from dist/server if these files are the ones that were built.
COPY package.json package-lock.json LICENSE openapi.json ./
COPY migrations ./migrations
COPY src ./src
USER node
VOLUME /var/lib/frontdesk
EXPOSE 8787
# The service stops within 35 s of SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The options of `npm start`. `docker run … key list` and the other commands work like `serve`.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--gc-memory-reducer-start-delay-ms=600000", "src/cli/frontdesk.mjs"]
CMD ["serve"]
