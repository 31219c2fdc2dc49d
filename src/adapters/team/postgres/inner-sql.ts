/** Version 2, first part: what the calls are made of. Nobody but the owner may execute these. */
export const innerSql = `
-- For this transaction alone: behind a pooler the next one on this connection is somebody else's.
create or replace function passdown.enter(p_repository text) returns void language plpgsql as $$
begin
  perform set_config('passdown.repository', p_repository, true), set_config('lock_timeout', '10s', true);
end $$;

create or replace function passdown.stamp(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create or replace function passdown.quoted(p_text text) returns text language sql immutable as $$
  select coalesce(to_json(p_text)::text, 'null')
$$;

create or replace function passdown.packet_json(p passdown.packets) returns text language sql stable as $$
  select '{"packetId":"' || p.packet_id || '","digest":"' || p.digest || '","thread":' || p.thread
    || ',"status":"' || p.status || '","supersedes":' || passdown.quoted(p.supersedes) || ',"writer":' || p.writer
    || ',"at":"' || passdown.stamp(p.at) || '","seq":' || p.step || '}'
$$;

-- A lease that ran out proves nothing of its holder.
create or replace function passdown.claim_json(c passdown.claims) returns text language sql volatile as $$
  select '{"id":"' || c.id || '","thread":' || c.thread || ',"fence":' || c.fence || ',"writer":' || c.writer
    || ',"since":"' || passdown.stamp(c.since) || '","until":"' || passdown.stamp(c.until)
    || '","state":"' || case when c.until > clock_timestamp() then 'live' else 'unknown' end || '"}'
$$;

-- The order of locks is the same everywhere: the thread, then the repository.
create or replace function passdown.lock_repository(p_repository text) returns passdown.repositories
language plpgsql as $$
declare r passdown.repositories;
begin
  select * into r from passdown.repositories where id = p_repository for no key update;
  if not found then
    insert into passdown.repositories (id) values (p_repository) on conflict do nothing;
    select * into strict r from passdown.repositories where id = p_repository for no key update;
  end if;
  return r;
end $$;

create or replace function passdown.lock_thread(p_repository text, p_thread text) returns passdown.threads
language plpgsql as $$
declare t passdown.threads;
begin
  select * into t from passdown.threads where repository = p_repository and thread = p_thread for no key update;
  if not found then
    insert into passdown.repositories (id) values (p_repository) on conflict do nothing;
    insert into passdown.threads (repository, thread) values (p_repository, p_thread) on conflict do nothing;
    select * into strict t from passdown.threads where repository = p_repository and thread = p_thread
      for no key update;
  end if;
  return t;
end $$;

create or replace function passdown.next_step(t passdown.threads) returns bigint language sql volatile as $$
  update passdown.threads set step = step + 1 where repository = t.repository and thread = t.thread returning step
$$;

create or replace function passdown.standing(t passdown.threads) returns passdown.claims language sql stable as $$
  select * from passdown.claims where repository = t.repository and thread = t.thread and state = 'standing'
$$;

create or replace function passdown.active_packet(t passdown.threads) returns passdown.packets
language sql stable as $$
  select * from passdown.packets where repository = t.repository and thread = t.thread and status = 'active'
$$;

-- What an operation answered before; null: it is new. Asked with the lock held that its first try held.
create or replace function passdown.answered(p_repository text, p_operation text, p_request text) returns text
language plpgsql as $$
declare o passdown.operations;
begin
  select * into o from passdown.operations where repository = p_repository and operation = p_operation;
  if o.request <> p_request then raise exception 'another write has this key' using errcode = 'PD001'; end if;
  return o.answer;
end $$;

-- The same key under another lock at this very moment: the caller tries again, and finds it answered.
create or replace function passdown.keep(p_repository text, p_operation text, p_request text, p_answer text)
returns text language plpgsql as $$
begin
  insert into passdown.operations (repository, operation, request, answer)
    values (p_repository, p_operation, p_request, p_answer) on conflict do nothing;
  if not found then raise exception 'the key was used meanwhile' using errcode = 'serialization_failure'; end if;
  return p_answer;
end $$;

-- Taken last: whoever holds the end of the chain keeps all others of the repository waiting until it is on the disk.
create or replace function passdown.add_event(
  p_repository text, p_operation text, p_kind text, p_thread text, p_writer text, p_detail text
) returns void language plpgsql as $$
declare
  r passdown.repositories := passdown.lock_repository(p_repository);
  e_at text := passdown.stamp(clock_timestamp());
  e_body text := '{"kind":"' || p_kind || '","thread":' || coalesce(p_thread, 'null') || ',"writer":' || p_writer
    || ',"detail":{"operation":"' || p_operation || '"' || p_detail
    || ',"role":' || to_json(session_user::text)::text || '}}';
  e_sha256 text := encode(sha256(convert_to(
    (r.last_event + 1) || E'\\n' || e_at || E'\\n' || coalesce(r.last_sha256, '') || E'\\n' || e_body, 'UTF8')), 'hex');
begin
  -- What callers hand over is put together as text: it must be JSON, and of two roles the last one, ours, is read.
  perform e_body::json;
  update passdown.repositories set last_event = r.last_event + 1, last_sha256 = e_sha256 where id = p_repository;
  insert into passdown.events (repository, seq, at, body, previous, sha256)
    values (p_repository, r.last_event + 1, e_at, e_body, r.last_sha256, e_sha256);
end $$;

-- Null: the writer may write. With a claim on the thread only its fence may; without one, no fence may.
create or replace function passdown.refusal(t passdown.threads, p_fence bigint) returns text language plpgsql as $$
declare c passdown.claims := passdown.standing(t);
begin
  if c.id is null and p_fence is null or c.fence = p_fence then return null; end if;
  if p_fence is null then return '{"result":"held","by":' || passdown.claim_json(c) || '}'; end if;
  return '{"result":"fenced","fence":' || t.fence || '}';
end $$;

create or replace function passdown.add_packet(
  t passdown.threads, p_packet text, p_digest text, p_json bytea, p_md bytea, p_status text, p_supersedes text,
  p_writer text
) returns passdown.packets language plpgsql as $$
declare p passdown.packets;
begin
  insert into passdown.packet_files (repository, packet_id, digest, handoff_json, handoff_md)
    values (t.repository, p_packet, p_digest, p_json, p_md) on conflict do nothing;
  if not found and exists (
    select from passdown.packet_files where repository = t.repository and packet_id = p_packet and digest <> p_digest
  ) then raise exception 'another packet has this id' using errcode = 'PD002'; end if;
  insert into passdown.packets (repository, thread, step, packet_id, digest, status, supersedes, writer, at)
    values (t.repository, t.thread, passdown.next_step(t), p_packet, p_digest, p_status, p_supersedes, p_writer,
      clock_timestamp())
    returning * into p;
  return p;
end $$;

create or replace function passdown.add_claim(t passdown.threads, p_id text, p_writer text, p_lease int)
returns passdown.claims language plpgsql as $$
declare
  c passdown.claims;
  c_at timestamptz := clock_timestamp();
begin
  update passdown.threads set fence = fence + 1 where repository = t.repository and thread = t.thread;
  insert into passdown.claims (repository, id, thread, fence, writer, since, until, state)
    values (t.repository, p_id, t.thread, t.fence + 1, p_writer, c_at, c_at + make_interval(secs => p_lease), 'standing')
    returning * into c;
  return c;
end $$;

-- The answer is kept before the event is added: nothing but the commit is left to do while the chain is held.
create or replace function passdown.finish(
  p_repository text, p_operation text, p_request text, p_answer text, p_kind text, p_thread text, p_writer text,
  p_detail text
) returns text language plpgsql as $$
begin
  perform passdown.keep(p_repository, p_operation, p_request, p_answer);
  if p_kind is not null then
    perform passdown.add_event(p_repository, p_operation, p_kind, p_thread, p_writer, p_detail);
  end if;
  return p_answer;
end $$;
`;
