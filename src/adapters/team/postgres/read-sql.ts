/** Version 2, third part: the reads. A statement each, so that the repository is set and read in one transaction. */
const rights = "language plpgsql security definer set search_path = pg_catalog, pg_temp";

export const readSql: string = `
create or replace function passdown.version() returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select max(version) from passdown.migrations
$$;

create or replace function passdown.read_packets(p_repository text, p_thread text, p_status text, p_limit int)
returns table (answer text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select passdown.packet_json(p) from passdown.packets p
    where p.repository = p_repository and (p_thread is null or p.thread = p_thread)
      and case p_status when 'any' then p.status <> 'rival' else p.status = p_status end
      -- One that was published later is no rival any more.
      and (p_status <> 'rival' or not exists (
        select from passdown.packets q where q.repository = p_repository and q.thread = p.thread
          and q.packet_id = p.packet_id and (q.status <> 'rival' or q.step > p.step)))
    order by p.step desc limit p_limit;
end $$;

create or replace function passdown.read_files(p_repository text, p_packet text)
returns table (handoff_json bytea, handoff_md bytea) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select f.handoff_json, f.handoff_md from passdown.packet_files f
    where f.repository = p_repository and f.packet_id = p_packet;
end $$;

create or replace function passdown.read_claims(p_repository text, p_thread text)
returns table (answer text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select passdown.claim_json(c) from passdown.claims c
    where c.repository = p_repository and (p_thread is null or c.thread = p_thread) and c.state = 'standing';
end $$;

create or replace function passdown.read_feedback(p_repository text, p_after bigint, p_limit int)
returns table (first bigint, last bigint, lines bytea, writer text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select f.first, f.last, f.lines, f.writer from passdown.feedback f
    where f.repository = p_repository and f.last > p_after order by f.last limit p_limit;
end $$;

create or replace function passdown.read_runs(p_repository text) returns table (answer text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select '{"name":' || r.name || ',"thread":' || r.thread || ',"status":' || r.status || ',"epoch":'
    || r.epoch || ',"journal":"' || r.journal || '","writer":' || r.writer || ',"at":"' || passdown.stamp(r.at) || '"}'
    from passdown.runs r where r.repository = p_repository;
end $$;

create or replace function passdown.read_events(p_repository text, p_after bigint, p_limit int)
returns table (seq bigint, at text, body text, previous text, sha256 text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select e.seq, e.at, e.body, e.previous, e.sha256 from passdown.events e
    where e.repository = p_repository and e.seq > p_after order by e.seq limit p_limit;
end $$;

create or replace function passdown.read_end(p_repository text)
returns table (seq bigint, sha256 text) ${rights} as $$
begin
  perform passdown.enter(p_repository);
  return query select r.last_event, r.last_sha256 from passdown.repositories r where r.id = p_repository;
end $$;
`;

const writes = "publish, archive, claim, renew, release, take_over, append_feedback, put_run";
const reads = "version, read_packets, read_files, read_claims, read_feedback, read_runs, read_events, read_end";

/** Who may call what. Run again by the owner after roles were made: select passdown.grant_roles(). */
export const grantSql: string = `
revoke all on schema passdown from public;
revoke all on all functions in schema passdown from public;
create or replace function passdown.grant_roles() returns void language plpgsql as $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'passdown_agent') then
    grant usage on schema passdown to passdown_agent;
    grant execute on function passdown.${`${writes}, ${reads}`.replaceAll(", ", ", passdown.")} to passdown_agent;
  end if;
  if exists (select from pg_catalog.pg_roles where rolname = 'passdown_reader') then
    grant usage on schema passdown to passdown_reader;
    grant execute on function passdown.${reads.replaceAll(", ", ", passdown.")} to passdown_reader;
    grant select on all tables in schema passdown to passdown_reader;
  end if;
end $$;
revoke all on function passdown.grant_roles from public;
select passdown.grant_roles();
`;
