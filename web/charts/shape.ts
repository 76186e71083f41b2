import { h, type VNode } from '../dom/h.ts'

export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'hexagon'

const PATHS: Readonly<Record<Exclude<Shape, 'circle'>, (x: number, y: number, r: number) => string>> = {
  square: (x, y, r) => `M${p(x - r)},${p(y - r)}h${p(2 * r)}v${p(2 * r)}h${p(-2 * r)}Z`,
  triangle: (x, y, r) => `M${p(x)},${p(y - 1.2 * r)}L${p(x + 1.1 * r)},${p(y + r)}H${p(x - 1.1 * r)}Z`,
  diamond: (x, y, r) =>
    `M${p(x)},${p(y - 1.35 * r)}L${p(x + 1.35 * r)},${p(y)}L${p(x)},${p(y + 1.35 * r)}L${p(x - 1.35 * r)},${p(y)}Z`,
  hexagon: (x, y, r) =>
    `M${p(x - 1.2 * r)},${p(y)}L${p(x - 0.6 * r)},${p(y - 1.05 * r)}H${p(x + 0.6 * r)}L${p(x + 1.2 * r)},${p(y)}` +
    `L${p(x + 0.6 * r)},${p(y + 1.05 * r)}H${p(x - 0.6 * r)}Z`,
  cross: (x, y, r) =>
    `M${p(x - r)},${p(y - r)}L${p(x + r)},${p(y + r)}M${p(x + r)},${p(y - r)}L${p(x - r)},${p(y + r)}`,
}

/** A mark of about the same weight in each shape. `radius` in px. */
export function shapeMark(shape: Shape, x: number, y: number, radius: number, className: string): VNode {
  if (shape === 'circle') return h('circle', { class: className, cx: x, cy: y, r: radius })
  return h('path', { class: className, d: PATHS[shape](x, y, 0.9 * radius) })
}

function p(value: number): string {
  return String(Math.round(value * 100) / 100)
}
