import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { MOST_CONTAINERS } from '../../../web/har/json-values.ts'
import { testFolder } from '../../test-folder.ts'

const folder = testFolder()

/** Has a process of its own read a file. */
async function readAlone(content: string | Uint8Array): Promise<{ outcome: string; peakMb: number }> {
  const file = join(folder, 'a.har')
  await writeFile(file, content)
  const child = join(import.meta.dirname, 'import-alone.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [child, file])
  return JSON.parse(stdout)
}

const inEntry = (text: string): string => `{"log":{"version":"1.2","entries":[{"_x":[${text}]}]}}`

test('a file of 99 MB that would make 33 million objects is refused before it does', async () => {
  // Parsed, they took 3,354 MB.
  const { outcome, peakMb } = await readAlone(inEntry(`${'{},'.repeat(33_000_000)}{}`))
  assert.equal(outcome, 'too_many_values')
  assert.ok(peakMb < 1_000, `${peakMb} MB`)
})

test('a few kilobytes that unpack to as many are as well', async () => {
  const packed = gzipSync(inEntry(`${'{},'.repeat(33_000_000)}{}`), { level: 1 })
  const { outcome, peakMb } = await readAlone(packed)
  assert.equal(outcome, 'too_many_values')
  assert.ok(packed.length < 1_000_000 && peakMb < 1_000, `${peakMb} MB for ${packed.length} bytes`)
})

test('as many objects as a file may have are read within memory', async () => {
  const { outcome, peakMb } = await readAlone(inEntry(`${'{},'.repeat(MOST_CONTAINERS - 10)}{}`))
  assert.equal(outcome, 'read')
  assert.ok(peakMb < 1_000, `${peakMb} MB`)
})
