/**
 * The rows that the store writes, as one statement of plain SQL: no check of a fence, a key or a race, no digest made by
 * the database, no notice to listeners. The same tables, indexes and foreign keys, one durable transaction each.
 * $1 repository, $2 thread, $3 operation, $4 digest, $5 writer, $6 body of the event, $7 its digest.
 */
const operation = `o as (
  insert into passdown.operations (repository, operation, request, answer) values ($1, $3, $4, $6))`;

/** $8 id of the claim. */
export const bareClaim: string = `with ${operation}, t as (
  insert into passdown.threads (repository, thread, step, fence) values ($1, $2, 0, 1)), c as (
  insert into passdown.claims (repository, id, thread, fence, writer, since, until, state)
    values ($1, $8, $2, 1, $5, now(), now() + interval '60 seconds', 'standing')), `;

/** $8 id of the packet, $9 and $10 its files, $11 the packet before. */
export const barePublish: string = `with ${operation}, f as (
  insert into passdown.packet_files (repository, packet_id, digest, handoff_json, handoff_md)
    values ($1, $8, $4, $9, $10)), t as (
  insert into passdown.threads as t (repository, thread, step) values ($1, $2, 1)
    on conflict (repository, thread) do update set step = t.step + 1 returning step), u as (
  update passdown.packets set status = 'superseded' where repository = $1 and thread = $2 and packet_id = $11), p as (
  insert into passdown.packets (repository, thread, step, packet_id, digest, status, supersedes, writer, at)
    select $1, $2, step, $8, $4, 'archived', $11, $5, now() from t), `;

/** Unchained: events do not wait for one another, as no audit trail that must show a gap could do. */
export function bareEvent(unchained: boolean): string {
  const events = "insert into passdown.events (repository, seq, at, body, previous, sha256)";
  if (unchained) return `n as (select nextval('bench_events') as seq) ${events} select $1, seq, '', $6, $7, $7 from n`;
  return `n as (update passdown.repositories set last_event = last_event + 1, last_sha256 = $7 where id = $1
    returning last_event) ${events} select $1, last_event, '', $6, $7, $7 from n`;
}
