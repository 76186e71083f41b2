import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PUBLISHED_SITES } from '../../model/published-sites.ts'

function rowsOf(name: string): Record<string, string>[] {
  const file = join(import.meta.dirname, '../stats/fixtures', name)
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
}

const sitesOf = (source: string) => PUBLISHED_SITES.find((one) => one.source.startsWith(source))?.sites ?? []

test('CableLabs’ pages are those of its Tables 2 and 3', () => {
  const sites = sitesOf('CableLabs 2012').map((site) => [
    site.name,
    site.servers,
    site.requests,
    site.sizeBytes / 1_000,
    Math.round(100 * (site.topShareFraction ?? 0)),
    site.rttMs,
  ])
  assert.deepEqual(
    sites,
    rowsOf('cablelabs-2012-website-survey.csv').map((row) => [
      row.page,
      ...[row.servers, row.gets, row.page_kb, row.top1_pct, row.rtt_avg_ms].map(Number),
    ]),
  )
})

test('Elkhatib’s sites are those of its Table I, their size resources times average size', () => {
  const sites = sitesOf('Elkhatib 2014').map((site) => [
    site.name,
    site.requests,
    site.sizeBytes,
    site.hosts,
    site.initialWindow,
    site.rttMs,
  ])
  assert.deepEqual(
    sites,
    rowsOf('elkhatib-2014-live-sites.csv').map((row) => [
      row.site,
      Number(row.resource_count),
      Math.round(Number(row.resource_count) * Number(row.avg_resource_kb) * 1_000),
      ...[row.domains, row.initial_window, row.avg_rtt_ms].map(Number),
    ]),
  )
})
