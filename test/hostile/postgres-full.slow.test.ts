import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ownMounts } from '../cli/prepare/unshare.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { onOwnPostgresPrograms } from '../db/postgres-server.ts'

const RUN = join(import.meta.dirname, 'postgres-full-run.ts')
const mounts = await ownMounts()

onOwnPostgresPrograms(
  'a full disk of PostgreSQL ends a survey in one line, loses nothing recorded, and the survey continues',
  async () => {
    await using folder = await temporaryFolder()
    await chmod(folder.path, 0o777)
    // The server's files, its log of what is written ahead, and 2 MB.
    const script = 'mount -t tmpfs -o size=110m,mode=777 tmpfs "$1" && exec "$2" "$3" "$1"'
    const [program = '', ...argv] = [
      ...mounts.under,
      'sh',
      '-c',
      script,
      'sh',
      folder.path,
      process.execPath,
      RUN,
    ]
    const { stdout } = await promisify(execFile)(program, argv)
    const { message, done, ...seen } = JSON.parse(stdout)
    assert.deepEqual(seen, {
      code: 'full',
      outcome: { state: 'finished', total: 2_000, done: 2_000, failed: 400 },
      operations: 16_000,
    })
    assert.match(
      message,
      /^no space left for the database postgres:\/\/\S+: free some and run the same command again[^\n]*$/,
    )
    assert.ok(done > 0 && done < 2_000, `${done} done`)
  },
  mounts.whyNot,
)
