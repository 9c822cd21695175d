// Names what the page for devices leaves in the tab while the person signs in: the code of the device, perhaps empty.
export const DEVICE = 'gatehouse device';
