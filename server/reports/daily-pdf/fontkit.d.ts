declare module 'fontkit' {
  /** Where a mark joins a letter; a font may leave it out. */
  export type Anchor = object | null

  export interface MarkPlacing {
    applyAnchor(mark: { readonly markAnchor: Anchor }, base: Anchor, baseIndex: number): void
  }

  /** The part that is in use. */
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
    /** absent in fonts that place no marks */
    readonly _layoutEngine: { readonly engine: { readonly GPOSProcessor?: MarkPlacing } | null }
  }
  export function create(bytes: Uint8Array): Font
}
