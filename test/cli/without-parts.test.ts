import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { WEB_FOLDER } from '../../cli/data/serve.ts'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, temporaryFolder, towline } from './towline.ts'

const ROOT = join(import.meta.dirname, '../..')

/** As on a machine where no native package but sqlite3 can be had, and none of the programs that others are. */
const WITHOUT_PARTS = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'without-packages.ts')}`,
  TOWLINE_TEST_WITHOUT: '@infisical/quic-linux-x64,@duckdb/node-api',
  PATH: '/nonexistent',
}

async function recordedFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder()
  await copyFile(join(ROOT, 'demo/recorded.sqlite'), join(folder.path, 'recorded.sqlite'))
  return folder
}

test('without optional parts every command that needs none of them works', async () => {
  await using folder = await recordedFolder()
  for (const command of [
    '--version',
    'help',
    'survey summary --database recorded.sqlite',
    'campaign show 1 --database recorded.sqlite',
  ]) {
    const { code, stdout, stderr } = await towline(command.split(' '), {
      cwd: folder.path,
      env: WITHOUT_PARTS,
    })
    assert.deepEqual([code, stderr], [0, ''], command)
    assert.notEqual(stdout, '', command)
  }
})

test('a release that cannot write Parquet is refused in one line', async () => {
  await using folder = await recordedFolder()
  const args = ['release', '--database', 'recorded.sqlite', '--out', 'set']
  const { code, stderr } = await towline(args, { cwd: folder.path, env: WITHOUT_PARTS })
  assert.equal(code, 69)
  assert.match(
    stderr,
    /^towline: a release has Parquet files, which DuckDB writes, and there is none for [^\n]*\n$/,
  )
})

test('without optional parts the recorded database is served', async () => {
  await using folder = await recordedFolder()
  const args = ['serve', '--port', '0', '--database', 'recorded.sqlite', '--web', WEB_FOLDER]
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder.path,
    env: environment(WITHOUT_PARTS),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let address: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\/\/[^ /"]+/.exec(line)?.[0]
    if (address !== undefined) break
  }
  const response = await fetch(`${address}/api/v1/defaults`)
  assert.equal(response.status, 200)
  child.kill('SIGTERM')
  assert.equal((await ended)[0], 0)
})
