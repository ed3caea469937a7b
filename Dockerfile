# syntax=docker/dockerfile:1

# The same major version as the npm package `node` in package.json, which the image leaves out.
FROM node:24-bookworm-slim AS base
WORKDIR /app

# What the program runs on. No package needs its install script here: the one that has a purpose, `node`,
# only fetches the runtime that the base image already is.
FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/npm-cache npm ci --omit=dev --ignore-scripts --cache=/npm-cache \
 && rm -rf node_modules/node node_modules/.bin/node

# The console and the widget, where there is something to build; the server itself has no build step.
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
# The program's files stay root's: the account that runs them can write to its data folder alone.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/frontdesk
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE THIRD-PARTY-NOTICES openapi*.json ./
COPY migrations ./migrations
COPY src ./src
USER node
VOLUME /var/lib/frontdesk
EXPOSE 8787
# A rolling update takes the container out of service with SIGTERM; the program ends within 35 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `docker run … key list` and the other commands work like `serve`.
ENTRYPOINT ["node", "--max-semi-space-size=16", "src/cli/frontdesk.ts"]
CMD ["serve"]
