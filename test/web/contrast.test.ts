import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { RESOURCE_TYPES } from '../../har/resource-type.ts'
import { ARM_NAMES } from '../../model/arm.ts'

type Rgb = readonly [number, number, number]

const THEMES = themes(readFileSync(join(import.meta.dirname, '../../web/styles/theme.css'), 'utf8'))

const ARMS = ARM_NAMES.map((arm) => `arm-${arm}`)
const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'].map((name) => `phase-${name}`)
const TYPES = RESOURCE_TYPES.map((name) => `type-${name}`)
const GAINS = Array.from({ length: 9 }, (_, i) => `gain-${i}`)

/** Text and its ground: WCAG 2.2, 1.4.3. Direct labels are written in the colours of their curves. */
const TEXT: readonly (readonly [string, string])[] = [
  ...['ink', 'quiet', 'link', 'alert', 'faster', 'slower', 'no-difference', ...ARMS, 'arm-other'].map(
    (name) => [name, 'paper'] as const,
  ),
  ['ink', 'raised'],
  ['alert', 'raised'],
  ['notice-ink', 'notice-ground'],
  ...['arm-h1', 'arm-h2', 'arm-h3'].map((arm) => ['on-arm', arm] as const),
  ...[...PHASES, ...GAINS].map((name) => [`on-${name}`, name] as const),
]

/** Graphics and borders of controls, on paper: WCAG 2.2, 1.4.11. Grid lines carry no meaning of their own. */
const GRAPHICS = [...ARMS, ...PHASES, ...TYPES, 'alert', 'edge', 'focus', 'faster', 'slower', 'no-difference']

/** Smallest distance in CIE L*a*b* between two arms; some 2.3 can just be distinguished. Arms also differ by dash and shape. */
const LEAST_DISTANCE = 12

for (const [theme, colours] of Object.entries(THEMES)) {
  const of = (name: string): Rgb => {
    const colour = colours.get(name)
    assert.ok(colour, `theme.css has no --${name}`)
    return colour
  }

  test(`text stands out from its ground by 4.5:1 in the ${theme} theme`, () => {
    for (const [text, ground] of TEXT) {
      const found = contrast(of(text), of(ground))
      assert.ok(found >= 4.5, `--${text} on --${ground}: ${found.toFixed(2)}`)
    }
  })

  test(`graphics stand out from the paper by 3:1 in the ${theme} theme`, () => {
    for (const name of GRAPHICS) {
      const found = contrast(of(name), of('paper'))
      assert.ok(found >= 3, `--${name}: ${found.toFixed(2)}`)
    }
  })

  for (const [vision, matrix] of Object.entries(visions())) {
    test(`arms can be distinguished by colour with ${vision} in the ${theme} theme`, () => {
      for (const [i, a] of ARMS.entries()) {
        for (const b of ARMS.slice(i + 1)) {
          const found = distance(seen(of(a), matrix), seen(of(b), matrix))
          assert.ok(found >= LEAST_DISTANCE, `--${a} and --${b}: ${found.toFixed(1)}`)
        }
      }
    })

    test(`faster, slower and no difference can be distinguished with ${vision} in the ${theme} theme`, () => {
      const found = distance(seen(of('faster'), matrix), seen(of('slower'), matrix))
      assert.ok(found >= LEAST_DISTANCE, found.toFixed(1))
    })
  }

  test(`gains become lighter or darker steadily on either side of 1 in the ${theme} theme`, () => {
    const steps = GAINS.map((name) => contrast(of(name), of('gain-4')))
    for (let bin = 0; bin < 4; bin++) {
      assert.ok((steps[bin] ?? 0) > (steps[bin + 1] ?? 0), `bins ${bin} and ${bin + 1}`)
      assert.ok((steps[8 - bin] ?? 0) > (steps[7 - bin] ?? 0), `bins ${8 - bin} and ${7 - bin}`)
    }
  })
}

function themes(css: string) {
  const light = new Map<string, Rgb>()
  const dark = new Map<string, Rgb>()
  for (const [, name = '', first = '', second = ''] of css.matchAll(
    /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
  )) {
    light.set(name, rgb(first))
    dark.set(name, rgb(second))
  }
  return { light, dark }
}

function rgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

function linear(colour: Rgb): Rgb {
  const one = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return [one(colour[0]), one(colour[1]), one(colour[2])]
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const luminance = (colour: Rgb) => {
    const [red, green, blue] = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
function visions(): Readonly<Record<string, readonly Rgb[]>> {
  return {
    'full colour vision': [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    protanopia: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  }
}

/** Linear RGB as somebody with that vision sees it. */
function seen(colour: Rgb, matrix: readonly Rgb[]): Rgb {
  const [red, green, blue] = linear(colour)
  const [r = 0, g = 0, b = 0] = matrix.map(([x, y, z]) =>
    Math.min(1, Math.max(0, x * red + y * green + z * blue)),
  )
  return [r, g, b]
}

/** CIE 1976 distance of two linear RGB colours, D65. */
function distance(a: Rgb, b: Rgb): number {
  const [x, y] = [lab(a), lab(b)]
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

function lab([red, green, blue]: Rgb): Rgb {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
