import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { temporaryFolder } from './towline.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  folder = await temporaryFolder()
})
after(() => folder[Symbol.asyncDispose]())

const SUPERVISE = import.meta.resolve('../../cli/supervise.ts')

/** Supervises workers that append their arguments to a file and then do `work`, on a clock that a step moves on. */
async function supervised(name: string, work: string, stepMs: number) {
  const log = join(folder.path, `${name}.log`)
  const worker = join(folder.path, `${name}.ts`)
  await writeFile(
    worker,
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n')
${work}\n`,
  )
  const supervisor = join(folder.path, `${name}-supervisor.ts`)
  await writeFile(
    supervisor,
    `import { supervise } from ${JSON.stringify(SUPERVISE)}
let nowMs = 0
process.exitCode = await supervise(${JSON.stringify(worker)}, ['crawl'], () => (nowMs += ${stepMs}))\n`,
  )
  const child = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
  const starts = (await readFile(log, 'utf8')).trim().split('\n')
  return { code, starts, says: stderr.split('\n').filter((line) => line.startsWith('towline: ')) }
}

test('a worker that dies at once three times in a row ends the run', async () => {
  const { code, starts, says } = await supervised('early', "process.kill(process.pid, 'SIGABRT')", 1)
  assert.equal(code, 70)
  assert.deepEqual(starts, ['crawl', 'crawl --resume', 'crawl --resume'])
  assert.match(says.at(-1) ?? '', /died 3 times, now of SIGABRT: giving up/)
})

test('a worker that dies again and again, however late, ends the run in the end', async () => {
  const { code, starts, says } = await supervised('late', "process.kill(process.pid, 'SIGABRT')", 60_000)
  assert.equal(code, 70)
  assert.equal(starts.length, 20)
  assert.match(says.at(-1) ?? '', /died 20 times/)
})

test('a worker’s own exit code is the run’s', async () => {
  const { code, starts, says } = await supervised('exits', 'process.exit(66)', 1)
  assert.deepEqual({ code, starts, says }, { code: 66, starts: ['crawl'], says: [] })
})
