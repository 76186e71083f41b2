import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { opened } from '../opened.ts'
import { adviseIn } from './advised-url.ts'

describe('URLs that are no page, or whose loads take long', { skip: noBrowser }, () => {
  const sandbox = opened(openSandbox)

  for (const [url, words] of [
    ['status-404.test', /: https:\/\/status-404\.test\/ answers 404 \(Not Found\) and no page\.$/],
    ['page-download.test', /: https:\/\/page-download\.test\/ does not load: page_download \(/],
    // A machine that is busy takes so long to show the first megabytes that the page counts as hung.
    ['endless-body.test', /: https:\/\/endless-body\.test\/ does not load: page_(?:too_big|hung) \(/],
    ['page-pdf.test', /: https:\/\/page-pdf\.test\/ is a file \(application\/pdf\), not a page\.$/],
    ['page-200mb.test', /: https:\/\/page-200mb\.test\/ does not load: page_(?:too_big|hung) \(/],
    ['page-image-silent.test', /: https:\/\/page-image-silent\.test\/ does not load: page_timeout \(/],
    ['page-endless-resources.test', /: https:\/\/.*\/ does not load: page_too_many_requests \(/],
  ] as const)
    test(`${url} has a report that says why nothing was compared`, async () => {
      const { code, stderr, advice, hasReport, isRecorded } = await adviseIn(sandbox, url)
      assert.equal(code, 3, stderr)
      assert.match(advice?.answer ?? '', words)
      assert.deepEqual([hasReport, isRecorded], [true, false])
    })

  test('a dialogue that covers the page is named, and nothing is answered in it', async () => {
    const { stderr, advice, isRecorded } = await adviseIn(sandbox, 'page-consent.test')
    assert.ok(isRecorded, stderr)
    const said =
      'A dialogue covers the page, such as one for consent: what would load after an answer is not measured.'
    assert.ok(advice?.notShown.includes(said), advice?.notShown.join('\n') ?? stderr)
    assert.doesNotMatch(advice?.notShown.join('\n') ?? '', / asks for /)
  })

  test('where the site leads to a sign-in, that page is measured and named', async () => {
    const { stderr, advice } = await adviseIn(sandbox, 'page-login.test')
    const said =
      'https://page-login.test/ leads to https://sign-in.page-login.test/: that is the page that was measured.'
    assert.ok(advice?.notShown.includes(said), stderr)
  })
})
