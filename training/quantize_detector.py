"""Quantizes the convolutions of the PP-OCRv4 detector to 8 bits: python3 quantize_detector.py MODELS SCENES OUT"""
import glob, os, sys, time
import numpy as np, onnx, onnxruntime
from PIL import Image
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from onnx_graph import load

MEAN = np.array([.485, .456, .406], np.float32)
DEVIATION = np.array([.229, .224, .225], np.float32)


def pixels(path):
    image = np.asarray(Image.open(path).convert('RGB').resize((960, 544)), dtype=np.float32)[:, :, ::-1] / 255
    return ((image - MEAN) / DEVIATION).transpose(2, 0, 1)[None].astype(np.float32)


class Scenes(CalibrationDataReader):
    def __init__(self, name, files):
        self.name, self.files = name, iter(files)

    def get_next(self):
        file = next(self.files, None)
        return None if file is None else {self.name: pixels(file)}


def main():
    models, scenes, out = sys.argv[1:4]
    started = time.time()
    files = sorted(glob.glob(f'{scenes}/*.jpg'))
    tried, kept = files[:40], files[40:56]
    onnx.save(onnx.version_converter.convert_version(load(f'{models}/ch_PP-OCRv4_det_infer.onnx'), 13), '/tmp/det13.onnx')
    quant_pre_process('/tmp/det13.onnx', '/tmp/det.onnx', skip_symbolic_shape=True)
    model = onnx.load('/tmp/det.onnx')
    name = model.graph.input[0].name
    convs = [n for n in model.graph.node if n.op_type == 'Conv']
    deep = [n.name for n in convs if any(a.name == 'group' and a.i > 1 for a in n.attribute)]
    full = onnxruntime.InferenceSession('/tmp/det.onnx')
    expected = [full.run(None, {name: pixels(f)})[0] > .3 for f in kept]
    for tag, left_out, method in (('all', [convs[0].name], CalibrationMethod.MinMax), ('plain', deep + [convs[0].name], CalibrationMethod.MinMax)):
        path = f'{out}/detector-{tag}.onnx'
        quantize_static('/tmp/det.onnx', path, Scenes(name, tried), quant_format=QuantFormat.QDQ, op_types_to_quantize=['Conv'],
                        nodes_to_exclude=left_out, calibrate_method=method, activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
        small = onnxruntime.InferenceSession(path)
        got = [small.run(None, {name: pixels(f)})[0] > .3 for f in kept]
        overlap = [(a & b).sum() / max(1, (a | b).sum()) for a, b in zip(expected, got)]
        print('detector', tag, os.path.getsize(path), 'overlap', round(float(np.mean(overlap)), 3), round(float(np.min(overlap)), 3),
              'seconds', round(time.time() - started), flush=True)


if __name__ == '__main__':
    main()
