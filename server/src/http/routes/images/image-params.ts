import Type from 'typebox';

export const ImageParams = Type.Object({ image_id: Type.String({ format: 'uuid' }) });
