/**
 * Version 2, second part: the writes. One call is one statement and so one transaction, also behind a pooler that keeps
 * no session. They run with the rights of the owner, so that an agent can write in these ways alone.
 */
const rights = "language plpgsql security definer set search_path = pg_catalog, pg_temp";

export const writeSql: string = `
create or replace function passdown.publish(
  p_repository text, p_operation text, p_request text, p_thread text, p_packet text, p_digest text,
  p_json bytea, p_md bytea, p_expect text, p_fence bigint, p_writer text
) returns text ${rights} as $$
declare
  t passdown.threads;
  a passdown.packets;
  p passdown.packets;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  t := passdown.lock_thread(p_repository, p_thread);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  answer := passdown.refusal(t, p_fence);
  if answer is not null then return passdown.keep(p_repository, p_operation, p_request, answer); end if;
  a := passdown.active_packet(t);
  if a.packet_id = p_packet and a.digest = p_digest then
    answer := '{"result":"unchanged","packet":' || passdown.packet_json(a) || '}';
  elsif a.packet_id is distinct from p_expect then
    p := passdown.add_packet(t, p_packet, p_digest, p_json, p_md, 'rival', p_expect, p_writer);
    answer := '{"result":"raced","active":' || passdown.quoted(a.packet_id) || '}';
    kind := 'raced';
    detail := ',"packet":"' || p_packet
      || '","expected":' || passdown.quoted(p_expect) || ',"active":' || passdown.quoted(a.packet_id);
  else
    update passdown.packets set status = 'superseded'
      where repository = p_repository and thread = p_thread and status = 'active';
    p := passdown.add_packet(t, p_packet, p_digest, p_json, p_md, 'active', a.packet_id, p_writer);
    answer := '{"result":"published","packet":' || passdown.packet_json(p) || '}';
    kind := 'published';
    detail := ',"packet":"' || p_packet
      || '","digest":"' || p_digest || '","supersedes":' || passdown.quoted(a.packet_id) || ',"step":' || p.step
      || ',"fence":' || coalesce(p_fence::text, 'null');
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, p_thread, p_writer, detail);
end $$;

create or replace function passdown.archive(
  p_repository text, p_operation text, p_request text, p_thread text, p_packet text, p_reason text,
  p_fence bigint, p_writer text
) returns text ${rights} as $$
declare
  t passdown.threads;
  a passdown.packets;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  t := passdown.lock_thread(p_repository, p_thread);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  answer := passdown.refusal(t, p_fence);
  if answer is not null then return passdown.keep(p_repository, p_operation, p_request, answer); end if;
  a := passdown.active_packet(t);
  if a.packet_id is distinct from p_packet then
    answer := '{"result":"not_active","active":' || passdown.quoted(a.packet_id) || '}';
  else
    update passdown.packets set status = 'archived'
      where repository = p_repository and thread = p_thread and step = a.step returning * into a;
    perform passdown.next_step(t);
    answer := '{"result":"archived","packet":' || passdown.packet_json(a) || '}';
    kind := 'archived';
    detail := ',"packet":"' || p_packet || '","reason":' || p_reason || ',"fence":' || coalesce(p_fence::text, 'null');
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, p_thread, p_writer, detail);
end $$;

create or replace function passdown.claim(
  p_repository text, p_operation text, p_request text, p_thread text, p_id text, p_session boolean, p_lease int,
  p_writer text
) returns text ${rights} as $$
declare
  t passdown.threads;
  c passdown.claims;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  t := passdown.lock_thread(p_repository, p_thread);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  c := passdown.standing(t);
  if c.id is null then
    c := passdown.add_claim(t, p_id, p_writer, p_lease);
    answer := '{"result":"claimed","claim":' || passdown.claim_json(c) || '}';
    kind := 'claimed';
    detail := ',"claim":"' || c.id || '","fence":' || c.fence;
  elsif p_session and c.writer = p_writer then
    -- A session that claims again keeps what it has.
    update passdown.claims set until = clock_timestamp() + make_interval(secs => p_lease)
      where repository = p_repository and id = c.id returning * into c;
    answer := '{"result":"claimed","claim":' || passdown.claim_json(c) || '}';
  else
    answer := '{"result":"held","by":' || passdown.claim_json(c) || '}';
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, p_thread, p_writer, detail);
end $$;

create or replace function passdown.renew(
  p_repository text, p_operation text, p_request text, p_id text, p_fence bigint, p_lease int
) returns text ${rights} as $$
declare
  t passdown.threads;
  c passdown.claims;
  answer text;
begin
  perform passdown.enter(p_repository);
  t.thread := (select thread from passdown.claims where repository = p_repository and id = p_id);
  -- A claim that nobody made is looked for under the repository's lock: its key is kept all the same.
  if t.thread is null then perform passdown.lock_repository(p_repository);
  else t := passdown.lock_thread(p_repository, t.thread); end if;
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  c := passdown.standing(t);
  if c.id = p_id and c.fence = p_fence then
    -- Also when the lease ran out: nobody took it over.
    update passdown.claims set until = clock_timestamp() + make_interval(secs => p_lease)
      where repository = p_repository and id = p_id returning * into c;
    answer := '{"result":"renewed","claim":' || passdown.claim_json(c) || '}';
  else
    answer := '{"result":"lost","by":' || coalesce(passdown.claim_json(c), 'null') || '}';
  end if;
  return passdown.keep(p_repository, p_operation, p_request, answer);
end $$;

create or replace function passdown.release(
  p_repository text, p_operation text, p_request text, p_id text, p_writer text
) returns text ${rights} as $$
declare
  t passdown.threads;
  c passdown.claims;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  t.thread := (select thread from passdown.claims where repository = p_repository and id = p_id);
  if t.thread is null then perform passdown.lock_repository(p_repository);
  else t := passdown.lock_thread(p_repository, t.thread); end if;
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  c := passdown.standing(t);
  if c.id = p_id then
    update passdown.claims set state = 'released' where repository = p_repository and id = p_id;
    answer := '{"result":"released"}';
    kind := 'released';
    detail := ',"claim":"' || c.id || '","fence":' || c.fence;
  else
    answer := '{"result":"not_held","by":' || coalesce(passdown.claim_json(c), 'null') || '}';
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, t.thread, p_writer, detail);
end $$;

create or replace function passdown.take_over(
  p_repository text, p_operation text, p_request text, p_thread text, p_from text, p_reason text, p_id text,
  p_lease int, p_writer text
) returns text ${rights} as $$
declare
  t passdown.threads;
  c passdown.claims;
  n passdown.claims;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  t := passdown.lock_thread(p_repository, p_thread);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  c := passdown.standing(t);
  if c.id = p_from and c.until <= clock_timestamp() then
    update passdown.claims set state = 'taken_over' where repository = p_repository and id = c.id;
    n := passdown.add_claim(t, p_id, p_writer, p_lease);
    answer := '{"result":"claimed","claim":' || passdown.claim_json(n) || ',"from":' || passdown.claim_json(c) || '}';
    kind := 'taken_over';
    detail := ',"claim":"' || n.id || '","fence":' || n.fence || ',"from":"' || c.id || '","reason":' || p_reason;
  else
    answer := '{"result":"refused","by":' || coalesce(passdown.claim_json(c), 'null') || '}';
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, p_thread, p_writer, detail);
end $$;

create or replace function passdown.append_feedback(
  p_repository text, p_operation text, p_request text, p_count int, p_lines bytea, p_writer text
) returns text ${rights} as $$
declare
  r passdown.repositories;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  r := passdown.lock_repository(p_repository);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  answer := '{"result":"kept","last":' || (r.last_feedback + p_count) || '}';
  if p_count > 0 then
    update passdown.repositories set last_feedback = r.last_feedback + p_count where id = p_repository;
    insert into passdown.feedback (repository, first, last, lines, writer, at)
      values (p_repository, r.last_feedback + 1, r.last_feedback + p_count, p_lines, p_writer, clock_timestamp());
    kind := 'feedback';
    detail := ',"first":' || (r.last_feedback + 1) || ',"last":' || (r.last_feedback + p_count);
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, null, p_writer, detail);
end $$;

create or replace function passdown.put_run(
  p_repository text, p_operation text, p_request text, p_name text, p_thread text, p_status text, p_epoch bigint,
  p_journal text, p_writer text
) returns text ${rights} as $$
declare
  known bigint;
  answer text;
  kind text;
  detail text;
begin
  perform passdown.enter(p_repository);
  perform passdown.lock_repository(p_repository);
  answer := passdown.answered(p_repository, p_operation, p_request);
  if answer is not null then return answer; end if;
  select epoch into known from passdown.runs where repository = p_repository and name = p_name;
  if known > p_epoch then
    answer := '{"result":"fenced","epoch":' || known || '}';
  else
    insert into passdown.runs as r (repository, name, thread, status, epoch, journal, writer, at)
      values (p_repository, p_name, p_thread, p_status, p_epoch, p_journal, p_writer, clock_timestamp())
      on conflict (repository, name) do update set thread = p_thread, status = p_status, epoch = p_epoch,
        journal = p_journal, writer = p_writer, at = clock_timestamp();
    answer := '{"result":"kept"}';
    kind := 'run';
    detail := ',"name":' || p_name
      || ',"status":' || p_status || ',"epoch":' || p_epoch || ',"journal":"' || p_journal || '"';
  end if;
  return passdown.finish(p_repository, p_operation, p_request, answer, kind, p_thread, p_writer, detail);
end $$;
`;
