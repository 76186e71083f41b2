import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '../../../../web/client/api.ts'
import { filmstripsBlock } from '../../../../web/views/site/site-filmstrip.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

const NAMES = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  'x'.repeat(65_536),
]

test('a filmstrip shows any site’s name as text', async () => {
  const { api } = await servedApi()
  for (const name of NAMES) {
    const forged: Api = {
      async get(endpoint, path, query) {
        const answer = await api.get(endpoint, path, query)
        return endpoint === 'filmstrips' ? { ...answer, domain: name } : answer
      },
    }
    const { text, texts } = await showView(
      (context) => filmstripsBlock(context, '/campaigns/2/sites/0', ['h1']),
      { api: forged },
    )
    assert.ok(text.includes(`--sites ${name}`), text.slice(0, 200))
    for (const element of ['img', 'script', 'svg']) assert.deepEqual(texts(element), [], element)
  }
})
