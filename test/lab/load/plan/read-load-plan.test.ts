import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { loadPlanSchemaFile } from '../../../../cli/data/docs.ts'
import { estimateLoad } from '../../../../lab/load/plan/estimate-load.ts'
import { whyTooFewFiles } from '../../../../lab/load/plan/load-lacks.ts'
import { LOAD_PLANS } from '../../../../lab/load/plan/load-plan.ts'
import { parseLoadPlan, readLoadPlan } from '../../../../lab/load/plan/read-load-plan.ts'
import { labPage } from '../../../../lab/pages/page.ts'
import { planFiles } from '../../../../lab/plan/find-plan.ts'
import { PlanError } from '../../../../lab/plan/plan-error.ts'

const TEXT = `title: a test
page: empty
arms: [h1, h3]
servers: [towline, nginx]
thinkMs: 10
ramp:
  users: 7
  rampSeconds: 4
  intervalSeconds: 2
`

const faultsOf = (text: string): readonly string[] => {
  try {
    parseLoadPlan(text, 'mine.yaml')
  } catch (error) {
    if (error instanceof PlanError) return error.faults
    throw error
  }
  return []
}

test('what a load plan leaves out has its default', () => {
  const { link, ...plan } = parseLoadPlan(TEXT, 'some/mine.yaml')
  assert.deepEqual(plan, {
    name: 'mine',
    title: 'a test',
    source: null,
    page: 'empty',
    arms: ['h1', 'h3'],
    servers: ['towline', 'nginx'],
    apache: { mpm: 'event', workers: 64 },
    congestionControl: 'cubic',
    connections: 'kept',
    thinkMs: 10,
    slaMs: 3_000,
    pageLimitMs: 60_000,
    connectLimitMs: 30_000,
    repetitions: 3,
    seed: 1,
    ramp: { users: 7, rampMs: 4_000, holdMs: 0, intervalMs: 2_000 },
    fullRamp: null,
  })
  assert.deepEqual([link.rttMs, link.downMbps, link.lossDown], [0, null, 0])
})

test('each fault is said at its line, with the name that was meant', () => {
  const replaced: [string, string, RegExp][] = [
    ['page: empty', 'page: emty', /^mine\.yaml:2: page: there is no page 'emty'/],
    ['page: empty', 'page: recording:x', /^mine\.yaml:2: a recorded page cannot/],
    ['[h1, h3]', '[h1, h4]', /^mine\.yaml:3: arms: an arm is one of http, h1, h2, h3, not h4$/],
    ['[h1, h3]', '[h1, h1]', /^mine\.yaml:3: h1 stands there twice$/],
    ['servers:', 'server:', /^mine\.yaml:4: unknown part of a load plan 'server': is servers meant\?$/],
    ['users: 7', 'users: 1', /^mine\.yaml:7: users: users are a whole number from 2/],
    ['rampSeconds', 'rampSecond', /unknown part of a ramp 'rampSecond': is rampSeconds meant\?/],
    ['rampSeconds: 4', 'rampSeconds: 3', /^mine\.yaml:9: ramp: shorter than two intervals$/],
    [
      'thinkMs: 10',
      'thinkMs: 10\nslaMs: 70000',
      /^mine\.yaml:6: slaMs: 70000 is above the page limit, 60000$/,
    ],
  ]
  for (const [part, other, wanted] of replaced) {
    const faults = faultsOf(TEXT.replace(part, other))
    assert.ok(
      faults.some((fault) => wanted.test(fault)),
      `${other}: ${faults.join('; ')}`,
    )
  }
  assert.deepEqual(faultsOf(TEXT), [])
})

test('the plan of 2013 has its page and users, in forty minutes on one server', async () => {
  const file = (await planFiles(LOAD_PLANS)).get('neotys') ?? ''
  const plan = await readLoadPlan(file)
  const { resources } = labPage(plan.page, { shards: 1, seed: plan.seed })
  assert.deepEqual([resources.length, resources[0]?.sizeBytes], [51, 9_500])
  const { loads, totalMs } = estimateLoad(plan)
  assert.equal(loads, 12)
  assert.ok(totalMs <= 40 * 60_000, `${totalMs} ms`)
  assert.deepEqual(
    [plan.ramp.users, plan.fullRamp?.rampMs, plan.thinkMs, plan.slaMs, plan.link.rttMs],
    [1_000, 1_200_000, 5_000, 3_000, 85],
  )
})

test('every plan tells editors its schema, which is made from the code (rewrite it with `node scripts/docs.ts`)', async () => {
  const files = [...(await planFiles(LOAD_PLANS)).values()]
  assert.ok(files.length > 1)
  for (const file of files)
    assert.match(readFileSync(file, 'utf8'), /^# yaml-language-server: \$schema=\.\/plan\.schema\.json\n/)
  const schema = join(dirname(files[0] as string), 'plan.schema.json')
  assert.equal(readFileSync(schema, 'utf8'), loadPlanSchemaFile())
})

test('file descriptors are said before: six connections for each user of HTTP/1.1, one of others', () => {
  const plan = parseLoadPlan(TEXT, 'mine.yaml')
  assert.equal(estimateLoad(plan).files, 7 * 6 + 32)
  assert.equal(estimateLoad({ ...plan, arms: ['h3'] }).files, 7 + 32)
  assert.equal(estimateLoad({ ...plan, connections: 'fresh' }).files, 2 * 7 * 6 + 32)
  assert.equal(whyTooFewFiles(plan, 74), null)
  assert.match(whyTooFewFiles(plan, 73) ?? '', /7 users need 74, a process may have 73/)
})
