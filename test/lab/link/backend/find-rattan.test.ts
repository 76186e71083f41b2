import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { demandPerl, findRattan } from '../../../../lab/link/backend/find-rattan.ts'
import { testFolder } from '../../../test-folder.ts'

const path = process.env.PATH
const folder = testFolder()
before(async () => {
  for (const name of ['on-path', 'cache/link/bin', 'not-ours']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'rattan'), '#!/bin/sh\n')
    await chmod(join(folder, name, 'rattan'), name === 'not-ours' ? 0o644 : 0o755)
  }
})
after(async () => {
  process.env.PATH = path
})

test('rattan is that of the PATH, else that of the cache', () => {
  process.env.PATH = ['not-ours', 'on-path'].map((name) => join(folder, name)).join(delimiter)
  assert.equal(findRattan(join(folder, 'cache')), join(folder, 'on-path/rattan'))
  process.env.PATH = join(folder, 'not-ours')
  assert.equal(findRattan(join(folder, 'cache')), join(folder, 'cache/link/bin/rattan'))
})

test('where it is in neither place the message says what to run, with exit code 69', () => {
  process.env.PATH = ''
  assert.throws(() => findRattan(folder), {
    name: 'SandboxUnavailable',
    exitCode: 69,
    message: /needs netem, .* or the program rattan: run scripts\/setup-link\.sh$/,
  })
})

test('a machine without perl, by which rattan’s buffers are set, gets a message that says what to install, with exit code 69', () => {
  process.env.PATH = folder
  assert.throws(() => demandPerl(), {
    name: 'SandboxUnavailable',
    exitCode: 69,
    message: "the program 'perl' is missing: install the package perl-base",
  })
})
