/** Version 1: the tables. Everything lies in the schema `passdown`, and every name is written out with it. */
export const tablesSql = `
create table passdown.repositories (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  last_event bigint not null default 0,
  last_sha256 text,
  last_feedback bigint not null default 0
) with (fillfactor = 40);

-- What numbers a thread has given out. Its row is the lock that every write of the thread takes first.
create table passdown.threads (
  repository text not null references passdown.repositories,
  thread text not null,
  step bigint not null default 0,
  fence bigint not null default 0,
  primary key (repository, thread)
) with (fillfactor = 40);

create table passdown.packet_files (
  repository text not null,
  packet_id text not null check (packet_id ~ '^p-[0-9a-f]{16}$'),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  handoff_json bytea not null,
  handoff_md bytea not null,
  primary key (repository, packet_id)
);

create table passdown.packets (
  repository text not null,
  thread text not null,
  step bigint not null,
  packet_id text not null,
  digest text not null,
  status text not null check (status in ('active', 'superseded', 'archived', 'rival')),
  supersedes text,
  writer text not null,
  at timestamptz not null,
  primary key (repository, thread, step),
  foreign key (repository, thread) references passdown.threads,
  foreign key (repository, packet_id) references passdown.packet_files
);
-- A thread without a branch takes part: the branch is inside the text, not a column that may be null.
create unique index one_active on passdown.packets (repository, thread) where status = 'active';

create table passdown.claims (
  repository text not null,
  id text not null,
  thread text not null,
  fence bigint not null,
  writer text not null,
  since timestamptz not null,
  until timestamptz not null,
  state text not null check (state in ('standing', 'released', 'taken_over')),
  primary key (repository, id),
  unique (repository, thread, fence),
  foreign key (repository, thread) references passdown.threads
);
create unique index one_claim on passdown.claims (repository, thread) where state = 'standing';

-- A row a batch; its lines are joined by line feeds.
create table passdown.feedback (
  repository text not null references passdown.repositories,
  first bigint not null,
  last bigint not null check (last >= first),
  lines bytea not null,
  writer text not null,
  at timestamptz not null,
  primary key (repository, last)
);

create table passdown.runs (
  repository text not null references passdown.repositories,
  name text not null,
  thread text not null,
  status text not null,
  epoch bigint not null,
  journal text not null,
  writer text not null,
  at timestamptz not null,
  primary key (repository, name)
);

create table passdown.operations (
  repository text not null references passdown.repositories,
  operation text not null check (operation ~ '^o-[0-9a-f]{32}$'),
  request text not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (repository, operation)
);

-- at and body are text: these very bytes are hashed.
create table passdown.events (
  repository text not null references passdown.repositories,
  seq bigint not null,
  at text not null,
  body text not null,
  previous text,
  sha256 text not null,
  primary key (repository, seq)
);

create function passdown.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are only added' using errcode = 'PD003';
end $$;
create trigger events_only_added before update or delete on passdown.events
  for each row execute function passdown.refuse_change();
create trigger events_not_emptied before truncate on passdown.events
  for each statement execute function passdown.refuse_change();

do $$
declare name text;
begin
  foreach name in array array['threads', 'packet_files', 'packets', 'claims', 'feedback', 'runs', 'operations', 'events']
  loop
    execute format('alter table passdown.%I enable row level security', name);
    execute format('alter table passdown.%I force row level security', name);
    execute format('create policy one_repository on passdown.%I using (repository = current_setting(''passdown.repository'', true))', name);
  end loop;
end $$;
alter table passdown.repositories enable row level security;
alter table passdown.repositories force row level security;
create policy one_repository on passdown.repositories using (id = current_setting('passdown.repository', true));
`;
