#!/bin/sh
# The portal's role and database, made by PostgreSQL's image in a new volume (docs/operations.md, Database roles).
psql -U postgres -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" <<'SQL'
create role eupnea login createrole password :'password';
create database eupnea owner eupnea encoding 'UTF8' locale 'C.UTF-8' template template0;
SQL
