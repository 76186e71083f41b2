import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, temporaryFolder } from '../cli/towline.ts'
import { descendantsOf } from '../servers/descendants.ts'
import { until } from '../servers/until.ts'

const RECORDED = join(import.meta.dirname, '../../demo/recorded.sqlite')

test('a stranger’s database is served from a process that may die, and writes nothing', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'theirs.sqlite')
  await copyFile(RECORDED, file)
  await writeFile(join(folder.path, 'index.html'), '<!doctype html><title>dashboard</title>')
  const command = ['serve', '--read-only', '--port', '0', '--web', folder.path, '--database', file]
  const child = spawn(process.execPath, [ENTRY, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  })
  const ended = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const address = async (): Promise<string> => {
      const line = String((await lines.next()).value)
      return /http:\/\/[^/]+/.exec(line)?.[0] ?? assert.fail(line)
    }
    const first = await address()
    assert.equal((await fetch(`${first}/api/v1/surveys`)).status, 200)
    const [reader, ...holders] = descendantsOf(child.pid ?? 0)
    process.kill(reader ?? assert.fail('there is no such process'), 'SIGKILL')
    const second = await address()
    assert.equal((await fetch(`${second}/api/v1/surveys`)).status, 200)
    await until('what held the database for it ends', () =>
      holders.every((pid) => !existsSync(`/proc/${pid}`)),
    )
  } finally {
    child.kill('SIGTERM')
  }
  assert.deepEqual(await ended, [0, null])
})
