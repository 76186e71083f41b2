/** Says which browser a package is for; the build puts the word in. */
export type Target = 'chromium' | 'firefox'

declare const __TARGET__: Target | undefined

/** Is Chromium outside of a package (in tests). */
export const TARGET: Target = typeof __TARGET__ === 'undefined' ? 'chromium' : __TARGET__
