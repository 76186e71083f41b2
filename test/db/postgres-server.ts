import { type TestContext, test } from 'node:test'
import {
  openPostgresServer,
  type PostgresPrograms,
  type PostgresServer,
} from '../../bench/harness/postgres-server.ts'

/**
 * Runs a test with a PostgreSQL of its own, where `scripts/test-postgres.sh` says how to run one.
 * @param whySkip what else the test needs and is not there
 */
export function onOwnPostgres(
  title: string,
  run: (server: PostgresServer, t: TestContext) => Promise<void>,
  whySkip: string | false = false,
): void {
  onOwnPostgresPrograms(
    title,
    async (programs, t) => {
      await using server = await openPostgresServer(programs)
      await run(server, t)
    },
    whySkip,
  )
}

/** The same for a test that says itself where its server runs. */
export function onOwnPostgresPrograms(
  title: string,
  run: (programs: Required<PostgresPrograms>, t: TestContext) => Promise<void>,
  whySkip: string | false = false,
): void {
  const { TEST_POSTGRES_RUN: words, TEST_POSTGRES_BIN: folder, TEST_POSTGRES_CLUSTER: cluster } = process.env
  const isThere = words !== undefined && folder !== undefined
  test(`${title} (PostgreSQL)`, { skip: isThere ? whySkip : 'TEST_DATABASE_URL is not set' }, (t) =>
    run({ folder, runWith: (words ?? '').split(' ').filter(Boolean), cluster }, t),
  )
}
