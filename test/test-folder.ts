import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** A new folder, removed after the test that calls this, or after the last test of a file that calls it outside of all. */
export function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'towline-test-'))
  after(() => rm(path, { recursive: true, force: true }))
  return path
}
