export const productName = 'Eupnea'

/** From the specification; shown in the footer. */
export const portalVersion = '1.6.0'
