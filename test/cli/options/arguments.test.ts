import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { isoWeek, listId, pilotName } from '../../../cli/field/contributions-arguments.ts'
import {
  commaList,
  contactUrl,
  headerText,
  milliseconds,
  operationList,
  originArgument,
  wholeNumber,
} from '../../../cli/options/arguments.ts'
import { linkCondition } from '../../../cli/prepare/in-sandbox.ts'
import { percent } from '../../../cli/probe/probe-options.ts'

test('what is typed is read in its unit', () => {
  const cases: [unknown, unknown][] = [
    [wholeNumber(1, 10)('10'), 10],
    [milliseconds('20s'), 20_000],
    [milliseconds('1.5m'), 90_000],
    [milliseconds('250ms'), 250],
    [milliseconds('250'), 250],
    [milliseconds('60m'), 3_600_000],
    [percent('3'), 0.03],
    [percent('2.5%'), 0.025],
    [operationList('dns, tcp'), ['dns', 'tcp']],
    [commaList(' a,,b '), ['a', 'b']],
    [contactUrl('mailto:me@example.org'), 'mailto:me@example.org'],
    [headerText('towline test'), 'towline test'],
    [originArgument('https://Towline.example/'), 'https://towline.example'],
    [originArgument('http://127.0.0.1:8080'), 'http://127.0.0.1:8080'],
    [isoWeek('2026-W47'), '2026-11-16'],
    [isoWeek('2026-11-18'), '2026-11-16'],
    [isoWeek('2026-W53'), '2026-12-28'],
    [listId('ABCD1'), 'ABCD1'],
    [pilotName('friends-1'), 'friends-1'],
    [linkCondition('rtt=40ms,down=20,up=10').rttMs, 40],
  ]
  for (const [read, expected] of cases) assert.deepEqual(read, expected)
})

test('anything else is refused', () => {
  const cases: [(text: string) => unknown, string[]][] = [
    [wholeNumber(1, 10), ['0', '11', '1.5', '-1', '', 'x', '1e1']],
    [milliseconds, ['0', '61m', '1h', 's', '-1', '']],
    [percent, ['0', '101', '%', 'a']],
    [operationList, ['dns,ftp', '']],
    [originArgument, ['towline.example', 'https://a/x', 'ftp://a', 'https://u:p@a', 'https://a?b', '']],
    [contactUrl, ['example.org', 'ftp://example.org', 'https://a b', '']],
    [headerText, ['', ' a', 'ä', 'a\nb']],
    [isoWeek, ['2026-W54', '2025-W53', '2026-W00', '2026-02-30', '47']],
    [listId, ['abc', 'a'.repeat(17), 'ab-cd']],
    [pilotName, ['', '-a', 'a b']],
    [linkCondition, ['fast', 'rtt=-1ms']],
  ]
  for (const [read, texts] of cases)
    for (const text of texts) assert.throws(() => read(text), InvalidArgumentError, `${read.name} ${text}`)
})
