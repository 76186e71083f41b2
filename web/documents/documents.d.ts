declare module '*.md?document' {
  const nodes: readonly import('../dom/h.ts').VNode[]
  export default nodes
}

declare module '*.md?section' {
  const nodes: readonly import('../dom/h.ts').VNode[]
  export default nodes
}
