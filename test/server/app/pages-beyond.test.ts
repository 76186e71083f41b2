import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENDPOINTS } from '../../../server/contract/contract.ts'
import { served } from '../served.ts'

test('every list with pages answers a page beyond the last with no rows and the same total', async () => {
  await using server = await served()
  const { campaignId, surveyId } = server.fixture
  const paged = Object.entries(ENDPOINTS).filter(([, { query }]) => Object.hasOwn(query.shape, 'page'))
  assert.ok(paged.length >= 4)
  for (const [name, { path }] of paged) {
    const id = name.startsWith('survey') ? surveyId : campaignId
    const filled = path.replace(':id', String(id)).replace(':site', '0')
    const ask = async (page: number) => {
      const response = await server.get(`${filled}?page=${page}`)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const { total } = (await ask(1)).body
    // Changes need two surveys, and the fixture has one.
    assert.ok(Number(total) > 0 || name === 'changes', name)
    const { status, body } = await ask(1_000)
    assert.deepEqual([status, body.total, body.page, body.rows], [200, total, 1_000, []], name)
  }
})
