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
GRANT INSERT, UPDATE ON vantages, site_loads TO towline_worker;
GRANT UPDATE ON data_version TO towline_worker;

-- Results of surveys: a site is never taken out of one, nor put in.
GRANT UPDATE (state, finished_at, tool_version, resolver, versions) ON surveys TO towline_worker;
GRANT UPDATE ON survey_sites TO towline_worker;
GRANT SELECT, INSERT ON operations, canaries TO towline_worker;

-- Results of campaigns.
GRANT UPDATE (state, finished_at, claimed_by, lease_until, vantage_facts, browser_version, browser_switches, user_agent,
  link, congestion_control, versions, capture) ON campaigns TO towline_worker;
GRANT UPDATE ON campaign_sites TO towline_worker;
-- Samples of a site that has ended are taken out as long as they are pending; the first policy leaves everybody as they were.
ALTER TABLE samples ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS as_granted ON samples;
CREATE POLICY as_granted ON samples FOR ALL USING (true);
DROP POLICY IF EXISTS worker_deletes_pending ON samples;
CREATE POLICY worker_deletes_pending ON samples AS RESTRICTIVE FOR DELETE TO towline_worker USING (state = 'pending');
GRANT DELETE ON samples TO towline_worker;
GRANT SELECT, INSERT, UPDATE ON samples, sample_tallies, series, series_chunks TO towline_worker;
GRANT SELECT, INSERT ON sample_metrics, artifacts, filmstrips, filmstrip_frames TO towline_worker;
GRANT SELECT ON lab_cells, comparisons TO towline_worker;
