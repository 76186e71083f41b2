import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { explain } from '../../cli/exit/errors.ts'
import { EXIT } from '../../cli/exit/exit-codes.ts'
import { answerWriter } from '../../cli/export/answer-writer.ts'
import { released } from '../cli/release/released.ts'
import { temporaryFolder } from '../cli/towline.ts'

const RECORDED = join(import.meta.dirname, '../../demo/recorded.sqlite')

/** SQL of texts that no failure has as its reason. */
const REASONS = [
  "'<img src=x onerror=alert(1)>'",
  "'a' || char(0) || 'b'",
  "CAST(X'ff00fe' AS TEXT)",
  `'","' || char(10) || char(13) || '"'`,
  "replace(hex(zeroblob(5000000)), '0', 'x')",
  "'='",
  "char(0x202e) || 'x'",
]

test('a release of forged rows is written, or refused in one line without a fault', async () => {
  await using folder = await temporaryFolder()
  for (const [index, reason] of REASONS.entries()) {
    const file = join(folder.path, `${index}.sqlite`)
    await copyFile(RECORDED, file)
    const db = new DatabaseSync(file)
    db.exec(
      `UPDATE samples SET reason = ${reason} WHERE id = (SELECT min(id) FROM samples WHERE state = 'invalid')`,
    )
    db.close()
    try {
      await using _set = await released(file)
    } catch (error) {
      const { exitCode, message } = explain(error)
      assert.equal(exitCode, EXIT.data, `${reason}: ${message}`)
      assert.ok(!message.includes('\n'), message)
    }
  }
})

test('an export of a site whose name is none is refused in one line without a fault', async () => {
  const server = createServer((request, response) => {
    response.statusCode = request.url?.includes('broken') === true ? 500 : 400
    response.end('{"error":"bad_request"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { signal } = new AbortController()
    const writer = answerWriter({ address, folder: '/nonexistent', signal, written: () => {} })
    const code = (path: string) =>
      writer.ask('meta', path).then(
        () => null,
        (error: unknown) => explain(error).exitCode,
      )
    assert.equal(await code('/sites/<img src=x>'), EXIT.data)
    assert.equal(await code('/broken'), EXIT.software)
  } finally {
    server.close()
  }
})
