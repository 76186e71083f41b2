/**
 * Fills the small disk of a PostgreSQL server: `postgres-full-run.ts FOLDER`, with the folder on that disk. Surveys until there is
 * no space, frees some, surveys the rest; prints what it saw.
 */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresServer } from '../../bench/harness/postgres-server.ts'
import { runSurvey } from '../../crawler/survey/run/run.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyProgress } from '../../db/survey/survey-sites.ts'
import { factsOf, operationRows, surveyOf } from '../db/campaign/samples.ts'

const [folder = ''] = process.argv.slice(2)
const { TEST_POSTGRES_RUN: words = '', TEST_POSTGRES_BIN: bin } = process.env
process.env.TMPDIR = folder
await using server = await openPostgresServer({ folder: bin, runWith: words.split(' ').filter(Boolean) })
await using db = await openDatabase({ url: server.url })
const surveyId = await surveyOf(db, 2_000)
const { bavail, bsize } = statfsSync(folder)
const ballast = join(folder, 'ballast')
const LEFT_BYTES = 2_000_000
writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES))

const run = () =>
  runSurvey({
    db,
    surveyId,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    visit: async ({ rank, domain }) => ({ rows: operationRows(domain, 8), facts: factsOf(rank) }),
  })
const error: unknown = await run().catch((reason: unknown) => reason)
const { done } = await surveyProgress(db, surveyId).catch(() => ({ done: null }))
rmSync(ballast)
const outcome = await run()
const [rows] = await db.query('SELECT count(*) AS n FROM operations')
console.log(
  JSON.stringify({
    code: error instanceof DatabaseError ? error.code : String(error),
    message: error instanceof Error ? error.message : null,
    done,
    outcome,
    operations: Number(rows?.n),
  }),
)
process.exit()
