import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPostgresServer } from '../bench/harness/postgres-server.ts'
import { campaignKills } from '../bench/worker-kills/campaign-kills.ts'
import type { KillRun } from '../bench/worker-kills/kill-run.ts'
import { surveyKills } from '../bench/worker-kills/survey-kills.ts'
import { rng } from '../stats/rng.ts'

/**
 * Kills workers and PostgreSQL at random moments, and checks what the workers promise. Of a survey of the sandbox:
 * `node scripts/worker-kills.ts --sites 10000 --sites-per-job 1`. Of campaigns in it, with a browser:
 * `node scripts/worker-kills.ts --blocks 300`. Needs the distribution's PostgreSQL (or `--postgres FOLDER` with initdb
 * and postgres), and some minutes: `--blocks 30 --kills 6`.
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '10000' },
    'sites-per-job': { type: 'string', default: '1' },
    blocks: { type: 'string' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '30' },
    restarts: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'string' },
  },
})

const startMs = performance.now()
const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

await using resources = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'towline-worker-kills-'))
resources.defer(() => rm(folder, { recursive: true, force: true }))
const run: KillRun = {
  folder,
  say,
  server: resources.use(await openPostgresServer({ folder: values.postgres })),
  random: rng(Number(values.seed)),
  workerCount: Number(values.workers),
  kills: Number(values.kills),
  restarts: Number(values.restarts),
}
const findings =
  values.blocks === undefined
    ? await surveyKills(run, { sites: Number(values.sites), sitesPerJob: Number(values['sites-per-job']) })
    : await campaignKills(run, Number(values.blocks))
for (const { promise, holds, detail } of findings) say(`${holds ? 'holds ' : 'BROKEN'} ${promise}: ${detail}`)
const broken = findings.filter(({ holds }) => !holds)
const { workerCount, kills, restarts } = run
say(
  `${broken.length === 0 ? 'all promises hold' : `${broken.length} BROKEN`}: ${workerCount} workers, ${kills} kills, ${restarts} restarts of PostgreSQL, ${((performance.now() - startMs) / 60_000).toFixed(1)} min, seed ${values.seed}`,
)
process.exitCode = broken.length === 0 ? 0 : 1
