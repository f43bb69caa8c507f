import Type from 'typebox';
import { Uuid } from '../../schemas.ts';

export const ImageParams = Type.Object({ image_id: Uuid });
