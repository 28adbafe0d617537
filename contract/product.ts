export const productName = 'Eupnea'

/** The one that the specification gives, shown in the footer. */
export const portalVersion = '1.6.0'
