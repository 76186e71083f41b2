import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOWN } from '../../../cli/options/shown-options.ts'
import { towlineHere } from '../towline.ts'

const optionsOf = (help: string): string[] =>
  [...help.matchAll(/^ {2}(?:-\w, )?--([-\w]+)/gm)].map(([, name = '']) => name)

for (const [command, shown] of Object.entries(SHOWN))
  test(`the help of ${command} shows the options that most people set, and says how to see the others`, async (t) => {
    const short = await towlineHere(t, [...command.split(' '), '--help'])
    const whole = await towlineHere(t, [...command.split(' '), '--help-all'])
    assert.deepEqual([short.code, whole.code], [0, 0])
    assert.deepEqual(optionsOf(short.stdout).toSorted(), ['help', ...shown].toSorted())
    const more = optionsOf(whole.stdout).length - shown.length - 1
    assert.ok(more > 0)
    assert.match(short.stdout, new RegExp(`\n${more} more options: towline ${command} --help-all\n`))
    assert.doesNotMatch(whole.stdout, /more options/)
  })
