import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankingSection } from '../../../../web/views/overview/ranking.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

test('the ranking is of the arm that is chosen, in words and with a page of each site', async () => {
  const { api, server } = await servedApi()
  const shown = await showView(rankingSection, { api, search: 'arm=h3' })
  const { rows } = await server.answer('ranking', '/ranking?arm=h3&campaign=1')
  assert.match(shown.text, /Of 3 sites: 3 faster, 0 slower, 0 with no difference shown/)
  assert.deepEqual(
    shown.root.querySelectorAll('a').flatMap(({ attributes }) => {
      const href = attributes.get('href') ?? ''
      return href.startsWith('/sites/') ? [href.slice('/sites/'.length)] : []
    }),
    rows.map(({ domain }) => domain),
  )
})

test('an arm that was never loaded has no gain, and the reason is said', async () => {
  const { api } = await servedApi()
  const shown = await showView(rankingSection, { api, search: 'arm=h3-altsvc' })
  assert.match(shown.text, /No site has rounds of both arms, so there is no gain of HTTP\/3 by Alt-Svc/)
})
