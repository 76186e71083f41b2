// Fills a small disk: `disk-full-run.ts FOLDER`. Surveys until there is no space, frees some, resumes; prints what it saw.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runSurvey } from '../../../crawler/survey/run/run.ts'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { factsOf, operationRows, surveyOf } from '../campaign/samples.ts'

const [folder = ''] = process.argv.slice(2)
const ballast = join(folder, 'ballast')
await using db = await openDatabase({ url: join(folder, 'survey.sqlite') })
const surveyId = await surveyOf(db, 2_000)
writeFileSync(ballast, Buffer.alloc(14 * 2 ** 20))

const run = () =>
  runSurvey({
    db,
    surveyId,
    signal: new AbortController().signal,
    clock: () => performance.now(),
    visit: async ({ rank, domain }) => ({ rows: operationRows(domain, 8), facts: factsOf(rank) }),
  })
const error: unknown = await run().catch((reason: unknown) => reason)
const atFull = await surveyProgress(db, surveyId)
const opened: unknown = await openDatabase({ url: join(folder, 'survey.sqlite') }).then(
  (other) => other[Symbol.asyncDispose](),
  (reason: unknown) => reason,
)
rmSync(ballast)
const outcome = await run()
const [rows] = await db.query('SELECT count(*) AS n FROM operations')
const [check] = await db.query('PRAGMA integrity_check')
console.log(
  JSON.stringify({
    code: error instanceof DatabaseError ? error.code : String(error),
    message: error instanceof Error ? error.message : null,
    opened: opened instanceof DatabaseError ? opened.code : String(opened),
    doneAtFull: atFull.done,
    outcome,
    operations: rows?.n,
    integrity: check?.integrity_check,
  }),
)
