import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { testFolder } from '../../test-folder.ts'

const folder = testFolder()

const SUPERVISE = import.meta.resolve('../../../cli/worker/supervise.ts')

/**
 * What every worker can do; `life` counts the lives of the worker of this index, from 1. They wait for each other by what
 * the log says, however long a start takes.
 */
const WORKER = (log: string): string => `
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
const order = JSON.parse(process.env.TOWLINE_WORKER)
const { index } = order.part
const say = (line) => appendFileSync(${JSON.stringify(log)}, index + ' ' + line + '\\n')
say('begins ' + JSON.stringify({ surveyId: order.surveyId, of: order.part.count, options: order.options }))
const said = (start) => readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').filter((line) => line.startsWith(start)).length
const life = said(index + ' begins')
const share = (workers) => process.send({ kind: 'survey', surveyId: 7, workers, options: { concurrency: 9 } })
const hear = (wanted) => new Promise((done) => process.on('message', (message) => {
  say('hears ' + JSON.stringify(message))
  if (message.kind === wanted) done()
}))
const record = () => process.send({ kind: 'recorded', sites: 1, failed: 0 })
const until = (signal) => new Promise((done) => { setTimeout(() => {}, 60_000); process.on(signal, done) })
const crash = () => process.kill(process.pid, 'SIGABRT')
`

/** Supervises workers that do `first` or `further`, by their index. Resolves to what they logged and what came of it. */
async function supervised(name: string, first: string, further: string) {
  const log = join(folder, `${name}.log`)
  await writeFile(log, '')
  const worker = join(folder, `${name}.mjs`)
  await writeFile(
    worker,
    `${WORKER(log)}\nif (index === 0) { ${first} } else { ${further} }\nprocess.disconnect()\nprocess.exit()\n`,
  )
  const supervisor = join(folder, `${name}-supervisor.ts`)
  await writeFile(
    supervisor,
    `import { supervise } from ${JSON.stringify(SUPERVISE)}
process.exitCode = await supervise(${JSON.stringify(worker)}, ['crawl'], () => 0)\n`,
  )
  const child = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  const of = (index: number): string[] =>
    lines
      .filter((line) => line.startsWith(`${index} `))
      .map((line) => line.slice(2).replace(/"pid":\d+/, '"pid":0'))
  return { code, of, says: stderr.split('\n').filter((line) => line.startsWith('towline: ')) }
}

const FIRST_BEGINS = 'begins {"surveyId":null,"of":1,"options":null}'
const FURTHER_BEGINS = 'begins {"surveyId":7,"of":2,"options":{"concurrency":9}}'

test('a further worker is given its survey and its part; what it records reaches the first, then that it has ended', async () => {
  const { code, of, says } = await supervised(
    'joined',
    "share(2); await hear('alone')",
    "process.send({ kind: 'recorded', sites: 5, failed: 1 }); await new Promise((done) => setTimeout(done, 50))",
  )
  assert.deepEqual({ code, says }, { code: 0, says: [] })
  assert.deepEqual(of(0), [
    FIRST_BEGINS,
    'hears {"kind":"recorded","sites":5,"failed":1}',
    'hears {"kind":"ended","pid":0,"fate":"ended"}',
    'hears {"kind":"alone"}',
  ])
  assert.deepEqual(of(1), [FURTHER_BEGINS])
})

test('a survey of one worker is alone from the start', async () => {
  const { code, of } = await supervised('one', "share(1); await hear('alone')", '')
  assert.equal(code, 0)
  assert.deepEqual(of(0), [FIRST_BEGINS, 'hears {"kind":"alone"}'])
})

test('a further worker that crashes is replaced, with the same part', async () => {
  const { code, of, says } = await supervised(
    'further-crash',
    "share(2); await hear('alone')",
    'if (life === 1) crash()',
  )
  assert.equal(code, 0)
  assert.deepEqual(of(1), [FURTHER_BEGINS, FURTHER_BEGINS])
  assert.equal(says.length, 1)
  assert.match(says[0] ?? '', /died of SIGABRT.*continuing, nothing is lost/)
})

test('a first worker that stands in for one that crashed is given the survey; the further one works on', async () => {
  const { code, of } = await supervised(
    'first-crash',
    "share(2); if (life === 1) { while (said('1 begins') < 1) await sleep(20); crash() } await hear('alone')",
    // The first one hears it when it is known to be at the survey again.
    "while (said('0 begins') < 2) await sleep(20); while (said('0 hears') < 1) { record(); await sleep(50) }",
  )
  assert.equal(code, 0)
  assert.equal(of(0)[1], 'begins {"surveyId":7,"of":2,"options":null}')
  assert.deepEqual(of(1), [FURTHER_BEGINS], 'one further worker, not two')
})

test('deaths are counted over all workers', async () => {
  const { code, says } = await supervised('all-crash', "share(3); await until('SIGINT')", 'crash()')
  assert.equal(code, 70)
  assert.match(says.findLast((line) => line.includes('giving up')) ?? '', /died 3 times, now of SIGABRT/)
})

test('a further worker that fails stops the others; its line is said once and its exit code is the run’s', async () => {
  const { code, of, says } = await supervised(
    'further-fails',
    "share(3); await until('SIGINT'); say('stops'); process.exit(130)",
    "process.send({ kind: 'failed', message: 'the disk is full' }); process.exitCode = 74",
  )
  assert.equal(code, 74)
  assert.equal(of(0).at(-1), 'stops')
  assert.deepEqual(says, ['towline: the disk is full'])
})

test('a first worker that fails stops the further ones, and only its own exit code counts', async () => {
  const { code, of, says } = await supervised(
    'first-fails',
    "share(2); await hear('recorded'); process.exit(75)",
    "const stopped = until('SIGINT'); record(); await stopped; say('stops'); process.send({ kind: 'failed', message: 'no more' }); process.exitCode = 74",
  )
  assert.equal(code, 75)
  assert.equal(of(1).at(-1), 'stops')
  assert.deepEqual(says, [])
})

test('a worker that is killed stops the run: the machine may be out of memory', async () => {
  const { code, of, says } = await supervised(
    'killed',
    "share(2); await until('SIGINT'); say('stops'); process.exit(130)",
    "process.kill(process.pid, 'SIGKILL')",
  )
  assert.equal(code, 70)
  assert.equal(of(0).at(-1), 'stops')
  assert.deepEqual(says, ['towline: a worker was ended by SIGKILL: stopping (--resume continues)'])
})

test('a worker that hangs is killed and replaced, as one that crashes', async () => {
  for (const [name, hang] of Object.entries({
    stopped: "process.kill(process.pid, 'SIGSTOP')",
    busy: 'for (;;) {}',
  })) {
    const { code, of, says } = await supervised(
      `hung-${name}`,
      "share(2); await hear('alone')",
      `const awake = { kind: 'awake', silentMs: 300 }
      if (life === 1) { await new Promise((done) => process.send(awake, done)); ${hang} }`,
    )
    assert.equal(code, 0)
    assert.deepEqual(of(1), [FURTHER_BEGINS, FURTHER_BEGINS])
    assert.deepEqual(says, [
      'towline: the worker died of SIGKILL, it had not moved for too long: continuing, nothing is lost',
    ])
    const fates = of(0).filter((line) => line.includes('"kind":"ended"'))
    assert.match(fates[0] ?? '', /"fate":"crashed"/)
  }
})

test('Ctrl-C reaches every worker once', async () => {
  const { code, of, says } = await supervised(
    'interrupted',
    "share(2); await until('SIGINT'); say('stops'); process.exit(130)",
    "const stopped = until('SIGINT'); process.kill(process.ppid, 'SIGINT'); await stopped; say('stops'); process.exit(130)",
  )
  assert.equal(code, 130)
  for (const index of [0, 1]) assert.equal(of(index).filter((line) => line === 'stops').length, 1)
  assert.deepEqual(says, [])
})
