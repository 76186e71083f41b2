import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import type { SandboxSite } from '../../lab/sandbox/site/truth.ts'
import { isHostile } from '../end-to-end/survey/hostile-names.ts'
import { differences, readSurvey, surveyCommand } from '../end-to-end/survey/sandbox-survey.ts'
import { SurveyMemory } from '../end-to-end/survey/survey-memory.ts'
import { testFolder } from '../test-folder.ts'

const FLOODS = [
  'quic-flood-initial.test',
  'quic-flood-crypto.test',
  'quic-flood-challenge.test',
  'quic-flood-ids.test',
  'quic-flood-stream.test',
] as const
/** Further ones that pour what they have, over TCP and QUIC. */
const OTHERS = [
  'gzip-bomb.test',
  'endless-headers.test',
  'h2-settings-flood.test',
  'h3-endless-tiny-data.test',
  'h3-header-bomb.test',
] as const
const MOST_MEMORY_KB = 1_000_000
const HOSTILE = 200
const FLOODING = 60

const isFlood = ({ domain }: SandboxSite): boolean => FLOODS.some((flood) => domain.endsWith(flood))

test('a survey of 200 hostile sites, 60 flooding by QUIC, takes less than 1 GB, the others’ answers right', async (t) => {
  const single = readSites().length
  const kinds = FLOODS.length + OTHERS.length
  await using whole = await openSandbox({
    sites: single + kinds * (HOSTILE - FLOODING),
    replicated: [...FLOODS, ...OTHERS],
  })
  const good = whole.sites.filter(({ domain }) => !isHostile(domain) && !domain.includes('dropped'))
  const flooding = whole.sites.filter(isFlood).slice(0, FLOODING)
  const others = whole.sites
    .filter((site) => isHostile(site.domain) && !isFlood(site))
    .slice(0, HOSTILE - FLOODING)
  const sites = [...good, ...flooding, ...others]
  assert.deepEqual([flooding.length, others.length], [FLOODING, HOSTILE - FLOODING])
  const folder = testFolder()
  const listFile = join(folder, 'list.csv')
  // The survey's order is its own, and random: good ones come between.
  await writeFile(listFile, sites.map(({ domain }) => `${domain}\n`).join(''))
  const sandbox: Sandbox = { ...whole, sites, listFile }
  const database = join(folder, 'survey.sqlite')
  const flags = ['--concurrency', '64', '--h3-canary', 'none']
  const [program = '', ...argv] = surveyCommand(sandbox, database, flags)
  const startMs = performance.now()
  const survey = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  using memory = new SurveyMemory(survey.pid ?? 0)
  const [stderr, [code]] = await Promise.all([text(survey.stderr), once(survey, 'exit')])
  const took = `${Math.round((performance.now() - startMs) / 1000)} s`
  t.diagnostic(`${sites.length} sites in ${took}, at most ${Math.round(memory.mostKb / 1024)} MiB`)
  assert.equal(code, 0, stderr)
  assert.ok(memory.mostKb > 0 && memory.mostKb < MOST_MEMORY_KB, `${memory.mostKb} kB`)
  const found = await readSurvey(database)
  const ofOurs = found.sites.filter(({ failure }) =>
    /^(unknown_failure|poison|client_busy)$/.test(failure ?? ''),
  )
  assert.deepEqual(ofOurs, [])
  const isGood = new Set(good.map(({ domain }) => domain))
  const goodFound = found.sites.filter(({ domain }) => isGood.has(domain))
  assert.deepEqual(differences({ ...sandbox, sites: good }, { sites: goodFound }), [])
  const flooded = new Set(flooding.map(({ domain }) => domain))
  const notNamed = found.sites.filter(
    ({ domain, h3Failure }) => flooded.has(domain) && h3Failure !== 'quic_flood',
  )
  assert.deepEqual(notNamed, [])
})
