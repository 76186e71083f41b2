-- Least rights for workers: they take jobs and add results. Run it as the owner of towline's tables, after `towline jobs list`
-- has created these and those of the jobs, and again after each upgrade:
--   psql "$DATABASE_URL" -f deploy/worker-role.sql
-- Then make a user for each vantage point:
--   CREATE USER tokyo IN ROLE towline_worker PASSWORD '…';
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'towline_worker') THEN
    CREATE ROLE towline_worker NOLOGIN;
  END IF;
END
$$;

DO $$
DECLARE
  ours text := current_schema();
  others text;
  jobs text := CASE current_schema() WHEN 'public' THEN 'towline_jobs' ELSE current_schema() || '_jobs' END;
BEGIN
  EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I, %I FROM towline_worker', ours, jobs);
  EXECUTE format('GRANT USAGE ON SCHEMA %I, %I TO towline_worker', ours, jobs);
  -- The jobs: pg-boss deletes a failed one and writes it anew.
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO towline_worker', jobs);
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO towline_worker', jobs);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %I TO towline_worker', jobs);
  -- When pg-boss last looked for what is due stands beside the version of its tables, which is not a worker's to change.
  EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I.version FROM towline_worker', jobs);
  SELECT string_agg(quote_ident(column_name), ', ') INTO others
    FROM information_schema.columns
    WHERE table_schema = jobs AND table_name = 'version' AND column_name <> 'version';
  EXECUTE format('GRANT UPDATE (%s) ON %I.version TO towline_worker', others, jobs);
END
$$;

-- What is to be measured, and where.
GRANT SELECT ON towline_migrations, lists, surveys, survey_sites, campaigns, campaign_sites, vantages, site_loads, data_version
  TO towline_worker;
GRANT INSERT ON vantages, site_loads TO towline_worker;
GRANT UPDATE (ended_ms) ON site_loads TO towline_worker;
GRANT UPDATE (version) ON data_version TO towline_worker;

-- What is found out of a site, a load and a vantage point, but never which one it is.
DO $$
DECLARE
  known record;
  others text;
BEGIN
  FOR known IN
    SELECT * FROM (VALUES
      ('vantages', ARRAY['id', 'name', 'created_at']),
      ('survey_sites', ARRAY['survey_id', 'rank', 'domain', 'shuffle_key', 'worker_deaths']),
      ('samples', ARRAY['id', 'campaign_id', 'site', 'arm', 'round', 'role', 'place'])
    ) AS tables (table_name, keys)
  LOOP
    SELECT string_agg(quote_ident(column_name), ', ') INTO others
      FROM information_schema.columns AS found
      WHERE found.table_schema = current_schema() AND found.table_name = known.table_name
        AND found.column_name::text <> ALL (known.keys);
    EXECUTE format('GRANT UPDATE (%s) ON %I TO towline_worker', others, known.table_name);
  END LOOP;
END
$$;

-- Results of surveys: a site is never taken out of one, nor put in.
GRANT UPDATE (state, finished_at, tool_version, resolver, versions) ON surveys TO towline_worker;
GRANT SELECT, INSERT ON operations, canaries TO towline_worker;

-- A site that is done stays as it is, but for what the known-good HTTP/3 server's answers say once, after the visits of its job:
-- its block, and that what it says of HTTP/3 is void. Neither the owner of the tables nor anybody else is held up.
CREATE OR REPLACE FUNCTION towline_keep_finished_site() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  later text[] := ARRAY['block', 'h3_void', 'h3', 'h3_handshake'];
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'towline_worker' AND pg_has_role(oid, 'USAGE'))
    OR pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NEW;
  END IF;
  IF OLD.block IS NULL AND to_jsonb(NEW) - later = to_jsonb(OLD) - later
    AND ((NEW.h3_void AND NEW.h3 IS NULL AND NEW.h3_handshake IS NULL)
      OR (NEW.h3_void = OLD.h3_void AND NEW.h3 IS NOT DISTINCT FROM OLD.h3
        AND NEW.h3_handshake IS NOT DISTINCT FROM OLD.h3_handshake))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'site % of survey % is done', OLD.rank, OLD.survey_id USING ERRCODE = 'insufficient_privilege';
END
$$;
DROP TRIGGER IF EXISTS worker_keeps_finished ON survey_sites;
CREATE TRIGGER worker_keeps_finished BEFORE UPDATE ON survey_sites FOR EACH ROW WHEN (OLD.state = 'done')
  EXECUTE FUNCTION towline_keep_finished_site();

-- That workers died at a site counts for workers of the same user alone: nobody says it for others. Who reads the whole table is
-- its owner.
GRANT SELECT, INSERT, DELETE, UPDATE (deaths) ON site_deaths TO towline_worker;
ALTER TABLE site_deaths ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS as_granted ON site_deaths;
CREATE POLICY as_granted ON site_deaths FOR ALL USING (true);
DROP POLICY IF EXISTS worker_counts_its_own ON site_deaths;
CREATE POLICY worker_counts_its_own ON site_deaths AS RESTRICTIVE FOR ALL TO towline_worker
  USING (owner = session_user) WITH CHECK (owner = session_user);

-- Results of campaigns.
GRANT UPDATE (state, finished_at, claimed_by, lease_until, vantage_facts, browser_version, browser_switches, user_agent,
  link, congestion_control, versions, capture) ON campaigns TO towline_worker;
GRANT UPDATE (state, state_detail, arms, forced_origins, strikes) ON campaign_sites TO towline_worker;
-- A site that has ended stays so; one that is parked at its discovery gets its origins after that. For whom a site is poison it
-- is in its own jobs. The first policy leaves everybody as they were.
ALTER TABLE campaign_sites ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS as_granted ON campaign_sites;
CREATE POLICY as_granted ON campaign_sites FOR ALL USING (true);
DROP POLICY IF EXISTS worker_changes_open ON campaign_sites;
CREATE POLICY worker_changes_open ON campaign_sites AS RESTRICTIVE FOR UPDATE TO towline_worker
  USING (state IN ('pending', 'active') OR (state = 'parked' AND forced_origins IS NULL)) WITH CHECK (state <> 'poison');
-- A sample changes as long as it is pending; those of a site that has ended are taken out until then.
ALTER TABLE samples ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS as_granted ON samples;
CREATE POLICY as_granted ON samples FOR ALL USING (true);
DROP POLICY IF EXISTS worker_changes_pending ON samples;
CREATE POLICY worker_changes_pending ON samples AS RESTRICTIVE FOR UPDATE TO towline_worker
  USING (state = 'pending') WITH CHECK (true);
DROP POLICY IF EXISTS worker_deletes_pending ON samples;
CREATE POLICY worker_deletes_pending ON samples AS RESTRICTIVE FOR DELETE TO towline_worker USING (state = 'pending');
GRANT SELECT, INSERT, DELETE ON samples TO towline_worker;
-- Sums over samples grow with each of them.
GRANT SELECT, INSERT ON sample_tallies, series, series_chunks TO towline_worker;
GRANT UPDATE (samples) ON sample_tallies TO towline_worker;
GRANT UPDATE (n, revision) ON series TO towline_worker;
GRANT UPDATE (n, packed_rounds, packed_values) ON series_chunks TO towline_worker;
GRANT SELECT, INSERT ON sample_metrics, artifacts, filmstrips, filmstrip_frames TO towline_worker;
GRANT SELECT ON lab_cells, comparisons TO towline_worker;

-- Results of a vantage point are its user's to write: of whom a worker first introduced it. The owner of the tables may give it to
-- another: UPDATE worker_vantages SET worker = 'osaka' WHERE vantage = 'tokyo'.
CREATE TABLE IF NOT EXISTS worker_vantages (vantage text PRIMARY KEY, worker text NOT NULL);
GRANT SELECT ON worker_vantages TO towline_worker;
CREATE OR REPLACE FUNCTION towline_claim_vantage() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  its_worker text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'towline_worker' AND pg_has_role(session_user, oid, 'USAGE'))
    OR pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN NEW;
  END IF;
  EXECUTE format('INSERT INTO %I.worker_vantages VALUES ($1, $2) ON CONFLICT DO NOTHING', TG_TABLE_SCHEMA)
    USING NEW.name, session_user::text;
  EXECUTE format('SELECT worker FROM %I.worker_vantages WHERE vantage = $1', TG_TABLE_SCHEMA) INTO its_worker USING NEW.name;
  IF its_worker <> session_user THEN
    RAISE EXCEPTION 'vantage point % is of another user of the database', NEW.name USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER IF EXISTS worker_claims ON vantages;
CREATE TRIGGER worker_claims BEFORE INSERT OR UPDATE ON vantages FOR EACH ROW EXECUTE FUNCTION towline_claim_vantage();

DO $$
DECLARE
  mine text := 'vantage IN (SELECT vantage FROM worker_vantages WHERE worker = session_user)';
  known record;
  command text;
BEGIN
  FOR known IN
    SELECT * FROM (VALUES
      ('surveys', mine),
      ('survey_sites', format('survey_id IN (SELECT id FROM surveys WHERE %s)', mine)),
      ('operations', format('survey_id IN (SELECT id FROM surveys WHERE %s)', mine)),
      ('canaries', format('survey_id IN (SELECT id FROM surveys WHERE %s)', mine)),
      ('campaigns', mine),
      ('campaign_sites', format('campaign_id IN (SELECT id FROM campaigns WHERE %s)', mine)),
      ('samples', format('campaign_id IN (SELECT id FROM campaigns WHERE %s)', mine)),
      ('sample_tallies', format('campaign_id IN (SELECT id FROM campaigns WHERE %s)', mine)),
      ('series', format('campaign_id IN (SELECT id FROM campaigns WHERE %s)', mine)),
      ('series_chunks', format('campaign_id IN (SELECT id FROM campaigns WHERE %s)', mine)),
      ('sample_metrics', NULL), ('artifacts', NULL), ('filmstrips', NULL), ('filmstrip_frames', NULL)
    ) AS tables (table_name, condition)
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', known.table_name);
    EXECUTE format('DROP POLICY IF EXISTS as_granted ON %I', known.table_name);
    EXECUTE format('CREATE POLICY as_granted ON %I FOR ALL USING (true)', known.table_name);
    FOREACH command IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
      EXECUTE format('DROP POLICY IF EXISTS %I ON %I', 'worker_own_' || lower(command), known.table_name);
      EXECUTE format('CREATE POLICY %I ON %I AS RESTRICTIVE FOR %s TO towline_worker %s (%s)',
        'worker_own_' || lower(command), known.table_name, command,
        CASE command WHEN 'INSERT' THEN 'WITH CHECK' ELSE 'USING' END,
        coalesce(known.condition, format(
          'EXISTS (SELECT FROM samples WHERE id = sample_id AND campaign_id IN (SELECT id FROM campaigns WHERE %s))', mine)));
    END LOOP;
  END LOOP;
END
$$;
