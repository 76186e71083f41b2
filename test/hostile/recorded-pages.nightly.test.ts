import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordPage } from '../../record/live/record-page.ts'
import type { RecordPageOptions } from '../../record/live/record-page-options.ts'
import { RecordingError } from '../../record/recording-error.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { noBrowser, ownProcessesWith } from '../crawler/probe/browser/probe-browser.ts'
import { HOSTILE } from '../crawler/probe/campaign/hostile-pages.ts'
import { recordOptions } from '../record/live/record-options.ts'
import { type Answer, startWeb } from '../servers/web.ts'

const LOAD_LIMIT_MS = 2_000
/** Of a page with both its loads, on a machine that is busy: limits, closing and reading what was written. */
const PAGE_LIMIT_MS = 60_000

const options = (signal: AbortSignal): RecordPageOptions =>
  recordOptions({
    robotsToken: 'towline',
    limits: { headersLimitMs: LOAD_LIMIT_MS, loadLimitMs: LOAD_LIMIT_MS },
    signal,
  })

/** With a robots.txt that allows everything. */
const withRobots =
  (answer: Answer): Answer =>
  (request, response) => {
    if (request.url !== '/robots.txt') return answer(request, response)
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nAllow: /\n')
  }

test('hostile pages are recorded, or refused in one line, in bounded time, leaving nothing behind', {
  skip: noBrowser,
}, async (t) => {
  await using folder = await temporaryFolder()
  const temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
  process.env.TMPDIR = temporary
  const outcomes: Record<string, string> = {}
  for (const [name, answer] of Object.entries(HOSTILE)) {
    await using web = await startWeb(withRobots(answer))
    const target = join(folder.path, name)
    const startMs = performance.now()
    try {
      const recording = await recordPage(
        `${web.origin}/`,
        target,
        options(AbortSignal.timeout(PAGE_LIMIT_MS)),
      )
      outcomes[name] = `${recording.exchanges.length} exchanges`
      assert.ok(existsSync(join(target, 'recording.json')), name)
      await rm(target, { recursive: true })
    } catch (error) {
      assert.ok(error instanceof RecordingError, `${name}: ${String(error)}`)
      assert.doesNotMatch(error.message, /\n|^\s+at /, name)
      assert.ok(!existsSync(target), name)
      outcomes[name] = error.message.replace(/^.* was not recorded: /, '')
    }
    assert.ok(performance.now() - startMs < PAGE_LIMIT_MS, name)
  }
  t.diagnostic(JSON.stringify(outcomes))
  assert.ok(Object.keys(outcomes).length >= 20)
  assert.deepEqual(await readdir(temporary), [])
  assert.deepEqual(await readdir(folder.path), ['tmp'])
  assert.deepEqual(await ownProcessesWith(temporary), [])
})
