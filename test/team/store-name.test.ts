import { expect, test } from "vitest";
import { storeName } from "../../src/domain/team/store-name.ts";

test.each([
  ["postgres://al:secret@db.example.com:5432/passdown?sslmode=verify-full&password=x", "db.example.com:5432/passdown"],
  ["postgresql://db/passdown", "db/passdown"],
  ["postgres:///passdown?host=/var/run/postgresql", "/var/run/postgresql/passdown"],
  ["postgres:///passdown", "localhost/passdown"],
  ["file:///srv/team", "file:///srv/team"],
  ["/srv/team", "/srv/team"],
  ["host=db password=secret dbname=x", null],
  ["POSTGRES://al:secret@db/x", null],
  ["postgres://al:secret@:bad:/x", null],
  ["mysql://al:secret@db/x", null],
  ["", null],
])("%s", (address, name) => expect(storeName(address)).toBe(name));
