import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { adviseIn } from './advised-url.ts'

describe('URLs whose loads take long', { skip: noBrowser }, () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await openSandbox()
  })
  after(() => sandbox?.[Symbol.asyncDispose]())

  for (const [url, words] of [
    ['page-pdf.test', /: https:\/\/page-pdf\.test\/ is a file \(application\/pdf\), not a page\.$/],
  ] as const)
    test(`${url} has a report that says why nothing was compared`, async () => {
      const { code, stderr, advice, hasReport, isRecorded } = await adviseIn(sandbox, url)
      assert.equal(code, 3, stderr)
      assert.match(advice?.answer ?? '', words)
      assert.deepEqual([hasReport, isRecorded], [true, false])
    })
})
