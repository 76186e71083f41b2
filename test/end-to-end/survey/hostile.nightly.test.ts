import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { testFolder } from '../../test-folder.ts'
import { killWorkersAt } from './deadly-addresses.ts'
import { isHostile } from './hostile-names.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'
import { SurveyMemory } from './survey-memory.ts'

const SITES = 120
const LEAST_HOSTILE = 60
const DEADLY: readonly string[] = ['dropped.test', 'dropped-too.test', 'dropped-again.test']
/** Where a worker died, a site is tried alone once more. */
const MOST_DEATHS = 2 * DEADLY.length
/** What moves a terminal's cursor or reverses its text: C0 but tab and line ends, DEL, C1, and bidi controls. */
const IS_RAW = /[^\P{Cc}\t\r\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const MOST_MEMORY_KB = 256 * 1024

const isDeadly = ({ domain }: { readonly domain: string }): boolean => DEADLY.includes(domain)

test('a survey of 120 sites, 60 and more of them hostile, ends by itself with all others right, in 256 MB', async (t) => {
  const zoo = readSites().length
  await using whole = await openSandbox({ sites: zoo + SITES })
  const folder = testFolder()
  const hostile = whole.sites
    .slice(0, zoo)
    .filter(({ domain }) => isHostile(domain))
    .sort((a, b) => Number(isDeadly(b)) - Number(isDeadly(a)))
  assert.ok(hostile.length >= LEAST_HOSTILE, `${hostile.length} hostile sites`)
  assert.ok(hostile.slice(0, DEADLY.length).every(isDeadly))
  const sites = [...hostile, ...whole.sites.slice(zoo, zoo + SITES - hostile.length)]
  const listFile = join(folder, 'list.csv')
  await writeFile(listFile, sites.map(({ domain }) => `${domain}\n`).join(''))
  const sandbox: Sandbox = { ...whole, sites, listFile }
  const database = join(folder, 'survey.sqlite')
  const flags = ['--concurrency', '16', '--h3-canary', 'none']
  const [program = '', ...argv] = surveyCommand(sandbox, database, flags)
  const supervisor = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const pid = supervisor.pid ?? 0
  using memory = new SurveyMemory(pid)
  const deaths = killWorkersAt(pid, DEADLY)
  const [stderr, [code]] = await Promise.all([text(supervisor.stderr), once(supervisor, 'exit')])
  await deaths.stop()

  assert.equal(code, 0, stderr)
  assert.equal((stderr.match(/the worker died/g) ?? []).length, deaths.pids.length, stderr)
  assert.ok(deaths.pids.length > DEADLY.length && deaths.pids.length <= MOST_DEATHS, stderr)
  assert.doesNotMatch(stderr, IS_RAW)
  const survey = await readSurvey(database)
  assert.equal(survey.sites.length, SITES)
  const ended = survey.sites.filter(isDeadly).map(({ failure }) => failure)
  assert.deepEqual(
    ended,
    DEADLY.map(() => 'poison'),
  )
  const truth = { ...sandbox, sites: sites.filter((site) => !isDeadly(site)) }
  const others = { sites: survey.sites.filter((site) => !isDeadly(site)) }
  assert.deepEqual(differences(truth, others), [])
  t.diagnostic(`${hostile.length} hostile sites, ${deaths.pids.length} deaths`)
  const { mostKb } = memory
  t.diagnostic(`most memory of supervisor and worker together: ${Math.round(mostKb / 1024)} MiB`)
  assert.ok(mostKb > 0 && mostKb < MOST_MEMORY_KB, `${mostKb} kB`)
})
