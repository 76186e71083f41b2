import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../../../web/client/api.ts'
import { filmstripsBlock } from '../../../../web/views/site/site-filmstrip.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

const PATH = '/campaigns/1/sites/0'

test('two median loads have a row each on one time axis, with their marks', async () => {
  const { api } = await servedApi()
  const { text, texts } = await showView((context) => filmstripsBlock(context, PATH, ['h1', 'h2']), { api })
  assert.match(text, /Filmstrips: HTTP\/1\.1 and HTTP\/2/)
  assert.deepEqual(texts('[scope=row]'), ['HTTP/1.1', 'HTTP/2'])
  assert.equal(texts('[scope=col]')[1], '0.0 s')
  assert.equal(texts('td').length, 2 * (texts('[scope=col]').length - 1))
  assert.match(text, /FCP 0\.\d\d s.*load 0\.\d\d s/s)
  assert.match(text, /HTTP\/1\.1: 1 frame not stored, less than 0\.05 s before the next\. HTTP\/2: 1 frame/)
  assert.match(text, /do not compare this campaign with one that took none/)
})

test('an arm whose loads have no screenshots has no filmstrip, and the reason is said', async () => {
  const { api } = await servedApi()
  const { text, texts } = await showView((context) => filmstripsBlock(context, PATH, ['h3']), { api })
  assert.match(text, /There is no filmstrip of HTTP\/3: no screenshot of its median load is stored\./)
  assert.equal(texts('table').length, 0)
})

test('a campaign without screenshots says by which command they are taken', async () => {
  const { api } = await servedApi()
  const { text } = await showView((context) => filmstripsBlock(context, '/campaigns/2/sites/0', ['h1']), {
    api,
  })
  assert.match(
    text,
    /No filmstrip: no screenshots were taken in this campaign\. towline probe --sites a\.lab\.test --filmstrip takes them/,
  )
})

test('from where a filmstrip ends at a limit, what was shown is unknown', async () => {
  const { api } = await servedApi()
  const cutting: Api = {
    async get(name, path, query) {
      const answer = await api.get(name, path, query)
      return name === 'filmstrip' ? { ...answer, cutMs: 50 } : answer
    },
  }
  const { text, texts } = await showView((context) => filmstripsBlock(context, PATH, ['h2']), {
    api: cutting,
  })
  assert.match(text, /HTTP\/2: unknown from 0\.1 s on \(limit of a filmstrip\)/)
  assert.ok(texts('.no-frame').length > 0)
  assert.deepEqual(new Set(texts('.no-frame')), new Set(['unknown']))
})
