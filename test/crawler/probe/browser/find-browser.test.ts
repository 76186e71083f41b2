import assert from 'node:assert/strict'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { testFolder } from '../../../test-folder.ts'

const folder = testFolder()

async function program(...path: string[]): Promise<string> {
  const file = join(folder, ...path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '#!/bin/sh\n')
  await chmod(file, 0o755)
  return file
}

test('PUPPETEER_EXECUTABLE_PATH comes before all others', async () => {
  const named = await program('named')
  assert.equal(findBrowser({ PATH: process.env.PATH, PUPPETEER_EXECUTABLE_PATH: named }), named)
})

test('a PUPPETEER_EXECUTABLE_PATH that names no program is not replaced by another', () => {
  assert.equal(findBrowser({ PATH: process.env.PATH, PUPPETEER_EXECUTABLE_PATH: join(folder, 'none') }), null)
  assert.equal(findBrowser({ PATH: process.env.PATH, PUPPETEER_EXECUTABLE_PATH: folder }), null)
})

test('the PATH is searched in its order', async () => {
  const [first, second] = [await program('a', 'google-chrome'), await program('b', 'chromium')]
  assert.equal(findBrowser({ PATH: `${dirname(first)}:${dirname(second)}` }), first)
})

test('a file that cannot be run is no browser', async () => {
  const file = await program('c', 'chromium')
  await chmod(file, 0o644)
  assert.notEqual(findBrowser({ PATH: dirname(file), HOME: folder }), file)
})
