declare module 'fontkit' {
  /** Where a mark joins a letter; a font may leave it out. */
  export type Anchor = object | null

  export interface MarkPlacing {
    applyAnchor(mark: { readonly markAnchor: Anchor }, base: Anchor, baseIndex: number): void
  }

  /** Glyphs of a text, and where each stands: numbers by name, in units of the font. */
  export interface GlyphRun {
    readonly positions: readonly { readonly xAdvance: number }[]
  }

  /** OpenType features by their tags; an object also turns some off. */
  export type Features = readonly string[] | Readonly<Record<string, boolean>>

  /** The part that is in use. */
  export interface Font {
    layout(text: string, features?: Features): GlyphRun
    hasGlyphForCodePoint(codePoint: number): boolean
    /** absent in fonts that place no marks */
    readonly _layoutEngine: { readonly engine: { readonly GPOSProcessor?: MarkPlacing } | null }
  }
  export function create(bytes: Uint8Array): Font
}
